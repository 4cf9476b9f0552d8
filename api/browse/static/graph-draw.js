// The picture itself: sigma.js on WebGL, laid out in a worker, moved by pointer or keyboard.

import { words } from "./dom.js";
import { colour } from "./theme.js";

const LAYOUT = "browse/layout-worker.js";
/** The colours that groups have; those beyond share the last. */
export const GROUPS = 8;
/** Edges and nodes up to which there is room for the labels of edges, and for nodes in full size. */
const LABELLED = 150;
const STILL = matchMedia("(prefers-reduced-motion: reduce)");

export class Drawing {
  /** `act` has `node(id)`, `edge(id)`: what was chosen, and `groups(lists of ids)`: what belongs together. */
  constructor(stage, act) {
    this.stage = stage;
    this.act = act;
    this.graph = new window.graphology.MultiDirectedGraph();
    this.turn = 0;
    this.selected = null;
    this.path = new Set();
    this.grouped = false;
    this.groups = new Map();
    this.restyle = () => this.style();
  }

  /** Starts drawing once the stage is part of the page. */
  start() {
    this.renderer = new window.Sigma(this.graph, this.stage, this.settings());
    this.renderer.on("clickNode", ({ node }) => this.act.node(node));
    this.renderer.on("clickEdge", ({ edge }) => this.act.edge(edge));
    this.worker = new Worker(LAYOUT);
    this.worker.onmessage = ({ data }) => this.placed(data);
    addEventListener("themechange", this.restyle);
    if (this.pending) this.show(this.pending);
  }

  stop() {
    removeEventListener("themechange", this.restyle);
    this.worker?.terminate();
    this.renderer?.kill();
    this.renderer = null;
  }

  settings() {
    return {
      renderEdgeLabels: true,
      enableEdgeEvents: true,
      labelDensity: 0.6,
      labelRenderedSizeThreshold: 3,
      labelFont: "system-ui, sans-serif",
      edgeLabelFont: "system-ui, sans-serif",
      labelSize: 13,
      edgeLabelSize: 11,
      zIndex: true,
      defaultEdgeType: "arrow",
      allowInvalidContainer: true,
      defaultDrawNodeHover: drawHover,
      nodeReducer: (id, data) => this.nodeLook(id, data),
      edgeReducer: (id, data) => this.edgeLook(id, data),
      ...this.inks(),
    };
  }

  inks() {
    return { labelColor: { color: colour("--ink") }, edgeLabelColor: { color: colour("--mute") } };
  }

  style() {
    if (!this.renderer) return;
    for (const [name, value] of Object.entries(this.inks())) this.renderer.setSetting(name, value);
    this.renderer.refresh();
  }

  nodeLook(id, data) {
    const look = { ...data, color: colour(this.ink(id, data)) };
    if (this.path.size && !this.path.has(id)) return { ...look, color: colour("--faint"), label: null };
    if (id === this.selected) return { ...look, highlighted: true, forceLabel: true, zIndex: 2 };
    return look;
  }

  ink(id, data) {
    if (!this.grouped || data.kind === "self") return `--kind-${data.kind}`;
    return this.groups.has(id) ? `--group-${Math.min(this.groups.get(id), GROUPS - 1)}` : "--edge";
  }

  edgeLook(id, data) {
    const onPath = this.path.has(data.memory_id);
    const ink = data.held ? colour("--edge") : colour("--faint");
    if (this.path.size) return { ...data, color: onPath ? colour("--accent") : colour("--faint"), size: onPath ? 4 : 1, label: onPath ? data.label : "" };
    return { ...data, color: data.polarity === "-" ? colour("--bad") : ink };
  }

  /** Makes the picture show exactly these nodes and edges. */
  show(seen) {
    this.pending = seen;
    if (!this.renderer) return;
    this.graph.forEachNode((id) => seen.nodes.has(id) || this.graph.dropNode(id));
    for (const node of seen.nodes.values()) this.putNode(node, seen);
    const kept = new Set(seen.edges.map((e) => e.id));
    this.graph.forEachEdge((id) => kept.has(id) || this.graph.dropEdge(id));
    for (const edge of seen.edges) this.putEdge(edge);
    this.renderer.setSetting("renderEdgeLabels", seen.edges.length <= LABELLED);
    this.layOut(seen);
  }

  putNode(node, seen) {
    const size = node.id === seen.center ? 14 : Math.min(12, 5 + Math.sqrt(node.mentions || 1)) * (seen.nodes.size > LABELLED ? 0.6 : 1);
    const look = { label: node.name, kind: node.kind, size };
    if (this.graph.hasNode(node.id)) this.graph.mergeNodeAttributes(node.id, look);
    else this.graph.addNode(node.id, { ...look, ...this.birthplace(node.id, seen) });
  }

  /** New nodes begin beside a neighbour that has its place, else on a circle. */
  birthplace(id, seen) {
    if (id === seen.center) return { x: 0, y: 0 };
    const angle = this.graph.order * 2.399963;
    const edge = seen.edges.find((e) => (e.from === id && this.graph.hasNode(e.to)) || (e.to === id && this.graph.hasNode(e.from)));
    const near = edge ? this.graph.getNodeAttributes(edge.from === id ? edge.to : edge.from) : { x: 0, y: 0 };
    const reach = 10 + Math.sqrt(this.graph.order) * 4;
    return { x: near.x + reach * Math.cos(angle), y: near.y + reach * Math.sin(angle) };
  }

  putEdge(edge) {
    const held = edge.status === "current" || edge.status === "tentative";
    const sign = edge.polarity === "-" ? "not " : "";
    const look = { label: edge.layer === "semantic" ? sign + words(edge.label) : "", size: held ? 2 : 1, held, polarity: edge.polarity, memory_id: edge.memory_id };
    if (this.graph.hasEdge(edge.id)) this.graph.mergeEdgeAttributes(edge.id, look);
    else this.graph.addDirectedEdgeWithKey(edge.id, edge.from, edge.to, look);
  }

  layOut(seen) {
    this.turn += 1;
    this.stage.dataset.layout = "running";
    const nodes = this.graph.mapNodes((id, { x, y }) => ({ id, x, y, fixed: id === seen.center }));
    const edges = this.graph.mapEdges((_, __, from, to) => ({ from, to }));
    this.worker.postMessage({ turn: this.turn, nodes, edges, without: this.grouped ? seen.self : null });
  }

  /** Colour by what belongs together, or by kind. */
  group(on) {
    this.grouped = on;
    if (this.pending && this.renderer) this.layOut(this.pending);
    this.style();
  }

  placed({ turn, done, places, groups }) {
    if (turn !== this.turn) return;
    if (groups) return this.belong(groups);
    if (STILL.matches && !done) return;
    for (const [id, x, y] of places) if (this.graph.hasNode(id)) this.graph.mergeNodeAttributes(id, { x, y });
    if (done) this.stage.dataset.layout = "done";
  }

  belong(groups) {
    this.groups = new Map(groups.flatMap((ids, n) => ids.map((id) => [id, n])));
    this.act.groups(groups);
    this.style();
  }

  select(id) {
    this.selected = id;
    this.renderer?.refresh({ skipIndexation: true });
  }

  showPath(ids) {
    this.path = new Set(ids);
    this.renderer?.refresh({ skipIndexation: true });
  }

  /** Where on the stage a node is, in pixels. */
  where(id) {
    return this.renderer.graphToViewport(this.graph.getNodeAttributes(id));
  }

  /** The neighbour of the selected node that lies most in a direction of the screen. */
  towards(dx, dy) {
    const from = this.selected && this.graph.hasNode(this.selected) ? this.selected : this.pending?.center;
    if (!from || !this.graph.hasNode(from)) return null;
    const here = this.where(from);
    let best = null;
    for (const id of this.graph.neighbors(from)) {
      const there = this.where(id);
      const [x, y] = [there.x - here.x, there.y - here.y];
      const along = (x * dx + y * dy) / (Math.hypot(x, y) || 1);
      if (along > 0.1 && (!best || along > best.along)) best = { id, along };
    }
    return best?.id ?? null;
  }

  zoom(factor) {
    const camera = this.renderer.getCamera();
    const state = { ratio: camera.getState().ratio * factor };
    if (STILL.matches) camera.setState(state);
    else camera.animate(state, { duration: 150 });
  }

  whole() {
    this.renderer.getCamera().setState({ x: 0.5, y: 0.5, ratio: 1, angle: 0 });
  }

  centreOn(id) {
    const place = this.renderer?.getNodeDisplayData(id);
    if (place) this.renderer.getCamera().setState({ x: place.x, y: place.y });
  }
}

/** sigma's own hover box is always white; this one follows the theme. */
function drawHover(context, data, settings) {
  const label = data.label || "";
  context.font = `${settings.labelWeight} ${settings.labelSize}px ${settings.labelFont}`;
  const width = label ? context.measureText(label).width + 14 : 0;
  context.fillStyle = colour("--surface");
  context.strokeStyle = colour("--accent");
  context.lineWidth = 2;
  context.beginPath();
  context.roundRect(data.x - data.size - 3, data.y - data.size - 3, data.size * 2 + 6 + width, data.size * 2 + 6, data.size + 3);
  context.fill();
  context.stroke();
  context.fillStyle = data.color;
  context.beginPath();
  context.arc(data.x, data.y, data.size, 0, Math.PI * 2);
  context.fill();
  context.fillStyle = colour("--ink");
  context.fillText(label, data.x + data.size + 5, data.y + settings.labelSize / 3);
}

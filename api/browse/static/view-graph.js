// The graph around the user: a picture, the same as a list, filters, search, and the way between two nodes.

import { announce, button, chip, during, field, h, note, put, said, select, words } from "./dom.js";
import { Drawing } from "./graph-draw.js";
import { colouring, filterBar, groupLegend, startFilter } from "./graph-filter.js";
import { Picture } from "./graph-model.js";
import { change } from "./place.js";
import { suggest } from "./suggest.js";

const LIMIT = 300;
const DEPTH = 2;

export async function graph(context) {
  const { api, params, at } = context;
  const limit = Number(params.nodes) || LIMIT;
  const [view, rules] = await Promise.all([
    api.get("graph", { center: params.center, depth: DEPTH, limit, ...at }),
    api.all("memories", { layer: "procedural", ...at }),
  ]);
  const title = h("h1", {}, "Graph");
  if (!view.nodes.length) return [title, note("Nothing to draw yet", "The graph grows with what is remembered. The overview offers a sample.")];
  const picture = new Picture();
  picture.add(view);
  picture.addRules(rules, view.nodes.find((n) => n.kind === "self")?.id);
  return [title, ...new Board(context, picture, limit).parts()];
}

class Board {
  constructor(context, picture, limit) {
    this.context = context;
    this.picture = picture;
    this.limit = limit;
    this.filter = startFilter();
    this.expanded = new Set([picture.center]);
    this.told = h("div", { class: "told" });
    this.count = h("p", { class: "mute", id: "graph-count" });
    this.list = h("div", {});
    this.stage = this.makeStage();
    this.drawing = new Drawing(this.stage, { node: (id) => this.choose(id, true), edge: (id) => this.openEdge(id), groups: (found) => this.drawGroups(found) });
    this.groups = h("div", { "aria-live": "polite" });
  }

  parts() {
    const keys = "With the picture in focus: arrow keys go from node to node, Enter opens and expands, + and − zoom, 0 shows everything.";
    return [
      h("div", { class: "board" },
        h("div", { class: "stack" },
          this.told,
          h("div", { class: "stage-frame" }, this.stage, this.zoomers()),
          this.count,
          h("p", { class: "mute", id: "graph-keys" }, keys),
          h("details", { class: "card", open: true }, h("summary", {}, "The same as a list"), this.list)),
        h("div", { class: "stack" }, this.tools(), colouring(this.groups, (on) => this.colourBy(on)), filterBar(this.filter, this.picture, () => this.redraw()))),
    ];
  }

  makeStage() {
    const stage = h("div", {
      class: "stage",
      tabindex: 0,
      role: "application",
      "aria-label": "Picture of the graph",
      "aria-describedby": "graph-count graph-keys",
      "data-stage": true,
    });
    stage.whereIs = (id = this.selected) => this.drawing.where(id);
    stage.addEventListener("enter", () => this.enter());
    stage.addEventListener("leave", () => this.drawing.stop());
    stage.addEventListener("keydown", (event) => this.key(event));
    return stage;
  }

  enter() {
    this.selected = this.picture.center;
    try {
      this.drawing.start();
    } catch {
      this.drawing.stop();
      this.stage.replaceChildren(note("This browser draws no WebGL", "The list below shows the same."));
    }
    this.drawing.selected = this.selected;
    this.redraw();
  }

  redraw() {
    const seen = { ...this.picture.seen(this.filter), center: this.picture.center, self: this.picture.self };
    if (this.drawing.worker) this.drawing.show(seen);
    this.seen = seen;
    this.count.replaceChildren(
      `${seen.nodes.size} nodes and ${seen.edges.length} edges are shown.`,
      this.picture.truncated ? " More lies beyond: expand a node, or show more nodes." : "",
    );
    this.stage.dataset.nodes = seen.nodes.size;
    this.drawList();
  }

  tools() {
    const { api } = this.context;
    const find = suggest(api, "Search a node");
    const from = suggest(api, "From");
    const to = suggest(api, "To");
    const show = (event) => {
      event.preventDefault();
      this.find(find.chosen());
    };
    const join = (event) => {
      event.preventDefault();
      during(event.submitter, this.told, () => this.findPath(from.chosen(), to.chosen()));
    };
    const nodes = select([["100", "100 nodes"], ["300", "300 nodes"], ["1000", "1000 nodes"]], String(this.limit), { onchange: (e) => change({ nodes: e.target.value }) });
    return h(
      "div",
      { class: "tools" },
      h("form", { class: "filters card", onsubmit: show }, find.element, h("button", { type: "submit" }, "Show")),
      h("form", { class: "filters card", onsubmit: join, "aria-label": "Path between two nodes" }, from.element, to.element, h("button", { type: "submit" }, "Find path")),
      h("div", { class: "filters card" }, field("At most", nodes), this.context.params.center ? button("Back to the user", () => change({ center: null })) : null),
    );
  }

  zoomers() {
    const act = (label, title, work) => button(label, () => this.drawing.renderer && work(), { "aria-label": title, title });
    return h("div", { class: "zoomers" },
      act("+", "Zoom in", () => this.drawing.zoom(0.7)),
      act("−", "Zoom out", () => this.drawing.zoom(1.4)),
      act("⤢", "Show everything", () => this.drawing.whole()));
  }

  async find(entity) {
    if (!entity) return this.told.replaceChildren(note("No such node", "Choose one of the suggestions."));
    this.told.replaceChildren();
    if (!this.seen.nodes.has(entity.id)) return change({ center: entity.id });
    await this.choose(entity.id, true);
    this.drawing.centreOn(entity.id);
  }

  async findPath(from, to) {
    if (!from || !to) {
      this.told.replaceChildren(note("Two nodes are needed", "Choose both out of the suggestions."));
      return;
    }
    const { items } = await this.context.api.get("paths", { from: from.id, to: to.id });
    if (!items.length) {
      this.drawing.showPath([]);
      this.told.replaceChildren(note("No path", "No chain of current facts joins the two within four steps. A path never runs through the user."));
      return;
    }
    for (const step of items[0].entities) if (!this.seen.nodes.has(step.id)) await this.grow(step.id);
    this.redraw();
    this.drawing.showPath(items.slice(0, 1).flatMap((p) => [...p.entities.map((e) => e.id), ...p.facts.map((f) => f.id)]));
    this.told.replaceChildren(this.way(items[0]));
  }

  way(path) {
    const clear = button("Clear the path", () => {
      this.drawing.showPath([]);
      this.told.replaceChildren();
    });
    return h("div", { class: "note path" }, h("p", { class: "note-title" }, "Path"), h("p", {}, said(path.text)),
      h("ol", {}, path.facts.map((f) => h("li", {}, h("button", { type: "button", class: "link", dir: "auto", onclick: () => change({ m: f.id, e: null }) }, f.content)))), clear);
  }

  /** Select a node, open it beside the picture, and fetch what lies around it. */
  async choose(id, expand) {
    const node = this.picture.nodes.get(id);
    if (!node) return;
    this.selected = id;
    this.drawing.select(id);
    announce(`${node.name}, ${node.kind}`);
    this.drawList();
    if (!expand) return;
    change(node.memory ? { m: node.memory, e: null } : { e: id, m: null });
    if (node.memory || this.expanded.has(id)) return;
    await this.grow(id);
    this.redraw();
  }

  async grow(id) {
    this.expanded.add(id);
    try {
      this.picture.add(await this.context.api.get("graph", { center: id, depth: 1, limit: LIMIT, ...this.context.at }));
    } catch (error) {
      this.told.replaceChildren(note("That node could not be expanded", error.message));
    }
  }

  openEdge(id) {
    const edge = this.picture.edges.get(id);
    if (edge) change({ m: edge.memory_id, e: null });
  }

  key(event) {
    const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const acts = { "+": () => this.drawing.zoom(0.7), "-": () => this.drawing.zoom(1.4), 0: () => this.drawing.whole(), Enter: () => this.choose(this.selected, true) };
    const step = steps[event.key];
    const act = step ? () => this.choose(this.drawing.towards(...step)) : acts[event.key];
    if (!act || !this.drawing.renderer || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    act();
  }

  colourBy(group) {
    this.drawing.group(group);
    this.stage.closest(".board").classList.toggle("by-group", group);
  }

  drawGroups(found) {
    const { nodes } = this.picture;
    const thingsFirst = (ids) => [...ids].sort((a, b) => Boolean(nodes.get(a)?.memory) - Boolean(nodes.get(b)?.memory));
    put(this.groups, groupLegend(found.map(thingsFirst), (id) => nodes.get(id)?.name ?? ""));
  }

  drawList() {
    const { nodes, edges } = this.seen;
    const node = nodes.get(this.selected) || nodes.get(this.picture.center);
    if (!node) return;
    const mine = edges.filter((e) => e.from === node.id || e.to === node.id);
    const open = node.memory ? null : button("Open", () => this.choose(node.id, true));
    put(
      this.list,
      h("div", { class: "line" }, h("p", {}, said(node.name, "strong"), " ", chip(node.kind, `kind-${node.kind}`), ` ${mine.length} edges`), open),
      h("ul", { class: "edges" }, mine.slice(0, 200).map((e) => this.edgeLine(e, node, nodes))),
    );
  }

  edgeLine(edge, node, nodes) {
    const other = nodes.get(edge.from === node.id ? edge.to : edge.from);
    const arrow = edge.from === node.id ? "→" : "←";
    const label = `${edge.polarity === "-" ? "not " : ""}${words(edge.label)}`;
    return h(
      "li",
      {},
      h("button", { type: "button", class: "link", onclick: () => this.openEdge(edge.id) }, `${arrow} ${label}`),
      " ",
      h("button", { type: "button", class: "link", dir: "auto", onclick: () => this.choose(other.id, true) }, other.name),
      edge.status === "current" ? null : chip(edge.status, `status-${edge.status}`),
    );
  }
}

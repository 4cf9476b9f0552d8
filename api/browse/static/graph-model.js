// What is on the picture: answers of the API put together, and which of it the filters let through.

export const KINDS = ["self", "person", "animal", "place", "organisation", "product", "topic", "value"];

export class Picture {
  constructor() {
    this.nodes = new Map();
    this.edges = new Map();
    this.center = null;
    this.self = null;
    this.truncated = false;
  }

  /** Takes in an answer of `graph`; what is already there stays where it is. */
  add(view) {
    this.center ??= view.center;
    this.truncated = view.truncated;
    this.self ??= view.nodes.find((n) => n.kind === "self")?.id;
    for (const e of view.nodes) this.put(e.id, { name: e.name, kind: e.kind, mentions: e.mentions });
    for (const m of [...view.events, ...view.rules]) this.putMemory(m);
    for (const e of view.edges) this.link(e);
  }

  /** Rules hang on the user: they say how things are done for them. */
  addRules(rules, self) {
    if (!this.nodes.has(self)) return;
    for (const rule of rules) {
      this.putMemory(rule);
      this.link({ id: `${rule.id}:rule`, from: self, to: rule.id, label: "rule", memory_id: rule.id, layer: "procedural", status: rule.status });
    }
  }

  putMemory(memory) {
    const kind = memory.layer === "episodic" ? "event" : "rule";
    this.put(memory.id, { name: memory.content, kind, status: memory.status, memory: memory.id });
  }

  put(id, node) {
    this.nodes.set(id, { ...this.nodes.get(id), id, ...node });
  }

  link(edge) {
    if (this.nodes.has(edge.from) && this.nodes.has(edge.to)) this.edges.set(edge.id, edge);
  }

  /** The nodes and edges that `filter` lets through; the centre always stays. */
  seen(filter) {
    const shows = (n) => n.id === this.center || (!filter.hidden.has(n.kind) && (!n.status || filter.statuses.has(n.status)));
    const nodes = new Map([...this.nodes].filter(([, n]) => shows(n)));
    const passes = (e) => nodes.has(e.from) && nodes.has(e.to) && filter.layers.has(e.layer) && filter.statuses.has(e.status) && (!filter.predicate || e.layer !== "semantic" || e.label === filter.predicate);
    const edges = [...this.edges.values()].filter(passes);
    const joined = new Set(edges.flatMap((e) => [e.from, e.to]));
    for (const id of nodes.keys()) if (!joined.has(id) && id !== this.center) nodes.delete(id);
    return { nodes, edges };
  }
}

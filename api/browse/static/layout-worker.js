// Lays a graph out off the page's thread: ForceAtlas2 in rounds, each round's positions sent back. Where groups are asked for
// they are sent first: Louvain communities of what is left without the user, who is tied to everything.

// The library's readers of files name types of the page as it loads; none of them is used here.
self.DOMParser ??= class {};
self.Document ??= class {};
importScripts("vendor/graphology.umd.min.js", "vendor/graphology-library.min.js");

const ROUNDS = 12;
const EFFORT = 60_000;

onmessage = ({ data }) => {
  const graph = new self.graphology.MultiDirectedGraph();
  for (const { id, x, y, fixed } of data.nodes) graph.addNode(id, { x, y, fixed });
  for (const { from, to } of data.edges) graph.addEdge(from, to);
  if (data.without) postMessage({ turn: data.turn, groups: groups(graph, data.without) });
  const { layoutForceAtlas2 } = self.graphologyLibrary;
  const settings = { ...layoutForceAtlas2.inferSettings(graph), adjustSizes: false, gravity: 1, scalingRatio: 8, barnesHutOptimize: graph.order > 300 };
  const iterations = Math.max(4, Math.min(30, Math.round(EFFORT / ROUNDS / Math.max(1, graph.order))));
  for (let round = 1; round <= ROUNDS; round += 1) {
    layoutForceAtlas2.assign(graph, { iterations, settings });
    postMessage({ turn: data.turn, round, done: round === ROUNDS, places: graph.mapNodes((id, { x, y }) => [id, x, y]) });
  }
};

/** The groups of at least three nodes, the largest first, as lists of ids with the best connected first. */
function groups(whole, without) {
  const graph = whole.copy();
  if (graph.hasNode(without)) graph.dropNode(without);
  if (!graph.size) return [];
  const parts = new Map();
  const found = self.graphologyLibrary.communitiesLouvain(graph, { rng: steady() });
  for (const [id, part] of Object.entries(found)) parts.set(part, [...(parts.get(part) ?? []), id]);
  const known = (a, b) => graph.degree(b) - graph.degree(a) || (a < b ? -1 : 1);
  return [...parts.values()].filter((ids) => ids.length > 2).map((ids) => ids.sort(known)).sort((a, b) => b.length - a.length || (a[0] < b[0] ? -1 : 1));
}

/** Numbers that look random and are the same each time, so that the same graph gives the same groups. */
function steady() {
  let state = 1;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

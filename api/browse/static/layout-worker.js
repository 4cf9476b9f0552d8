// Lays a graph out off the page's thread: ForceAtlas2 in rounds, each round's positions sent back.

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
  const { layoutForceAtlas2 } = self.graphologyLibrary;
  const settings = { ...layoutForceAtlas2.inferSettings(graph), adjustSizes: false, gravity: 1, scalingRatio: 8, barnesHutOptimize: graph.order > 300 };
  const iterations = Math.max(4, Math.min(30, Math.round(EFFORT / ROUNDS / Math.max(1, graph.order))));
  for (let round = 1; round <= ROUNDS; round += 1) {
    layoutForceAtlas2.assign(graph, { iterations, settings });
    postMessage({ turn: data.turn, round, done: round === ROUNDS, places: graph.mapNodes((id, { x, y }) => [id, x, y]) });
  }
};

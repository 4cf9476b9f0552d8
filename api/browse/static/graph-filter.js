// Which kinds, layers, statuses and predicates are on the picture. The kinds are its legend too.

import { field, h, said, select, words } from "./dom.js";
import { GROUPS } from "./graph-draw.js";
import { KINDS } from "./graph-model.js";

const LAYERS = [["semantic", "facts"], ["episodic", "events"], ["procedural", "rules"]];
const STATUSES = ["current", "tentative", "superseded", "retracted", "archived"];

/** Facts and events that are believed; rules and the past are a click away. */
export function startFilter() {
  return { hidden: new Set(["rule"]), layers: new Set(["semantic", "episodic"]), statuses: new Set(["current", "tentative"]), predicate: "" };
}

/** How the nodes are coloured, with the legend of the groups in `legend`. */
export function colouring(legend, group) {
  const by = select([["kind", "kind"], ["group", "what belongs together"]], "kind", {
    onchange: (event) => {
      legend.replaceChildren();
      group(event.target.value === "group");
    },
  });
  return h("div", { class: "card" }, field("Colour by", by), legend);
}

/** Each group by its best connected nodes; `name(id)` tells what a node is called. */
export function groupLegend(groups, name) {
  if (!groups.length) return h("p", { class: "mute" }, "Nothing here hangs together but by the user.");
  return h("ul", { class: "groups", "aria-label": "Groups" }, groups.map((ids, n) =>
    h("li", { class: "key" }, h("i", { class: `dot group-${Math.min(n, GROUPS - 1)}` }),
      h("span", {}, ids.slice(0, 2).flatMap((id, i) => [i ? ", " : "", said(name(id), "strong")]), h("span", { class: "mute" }, ids.length > 2 ? ` and ${ids.length - 2} more` : "")))));
}

export function filterBar(filter, picture, redraw) {
  const predicates = [...new Set([...picture.edges.values()].filter((e) => e.layer === "semantic").map((e) => e.label))].sort();
  const predicate = select([["", "every predicate"], ...predicates.map((p) => [p, words(p)])], "", {
    onchange: (event) => {
      filter.predicate = event.target.value;
      redraw();
    },
  });
  const layer = ([name, label]) => toggle(label, filter.layers.has(name), (on) => setLayer(filter, name, on, redraw));
  const status = (name) => toggle(name, filter.statuses.has(name), (on) => flip(filter.statuses, name, on, redraw));
  const kind = (name) => toggle(name, true, (on) => flip(filter.hidden, name, !on, redraw), `dot kind-${name}`);
  return h(
    "details",
    { class: "card", open: innerWidth > 900 },
    h("summary", {}, "Legend and filters"),
    h("fieldset", { class: "toggles" }, h("legend", {}, "Kinds"), KINDS.map(kind)),
    h("fieldset", { class: "toggles" }, h("legend", {}, "Layers"), LAYERS.map(layer), h("span", { class: "key" }, h("i", { class: "dot kind-event" }), "event"), h("span", { class: "key" }, h("i", { class: "dot kind-rule" }), "rule"), h("span", { class: "key" }, h("i", { class: "dash" }), "does not hold")),
    h("fieldset", { class: "toggles" }, h("legend", {}, "Status"), STATUSES.map(status)),
    field("Predicate", predicate),
  );
}

function toggle(label, on, act, mark) {
  const box = h("input", { type: "checkbox", checked: on, onchange: (event) => act(event.target.checked) });
  return h("label", { class: "toggle" }, box, mark ? h("i", { class: mark }) : null, words(label));
}

function flip(set, name, on, redraw) {
  if (on) set.add(name);
  else set.delete(name);
  redraw();
}

function setLayer(filter, name, on, redraw) {
  const kind = { episodic: "event", procedural: "rule" }[name];
  if (kind) flip(filter.hidden, kind, !on, () => {});
  flip(filter.layers, name, on, redraw);
}

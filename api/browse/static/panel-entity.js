// One entity: its names and what is known about it.

import { segment } from "./api.js";
import { announce, button, chip, count, during, h, said, when } from "./dom.js";
import { memoryList } from "./memory-list.js";
import { change } from "./place.js";

export async function entityPanel(context, id) {
  const { api, at } = context;
  const [entity, relations, told] = await Promise.all([
    api.get(`entities/${segment(id)}`),
    api.get(`entities/${segment(id)}/relations`, { ...at, limit: 100 }),
    api.get("timeline", { entity: id, ...at, limit: 50 }),
  ]);
  return [
    h("h2", {}, said(entity.name)),
    h("p", { class: "marks" }, chip(entity.kind, `kind-${entity.kind}`), entity.aliases.map((a) => chip(a))),
    h("p", { class: "mute" }, `${count(entity.mentions, "mention")}, `, when(entity.first_seen_at, "date"), " to ", when(entity.last_seen_at, "date")),
    actions(context, entity),
    group("Facts", relations.items.map((r) => r.fact)),
    relations.next_cursor ? h("p", { class: "mute" }, "More facts are under Memories.") : null,
    group("Events", told.items),
  ];
}

function group(title, memories) {
  const body = memories.length ? memoryList(memories, () => null, title) : h("p", { class: "mute" }, "None at this time.");
  return h("section", {}, h("h3", {}, title), body);
}

function actions({ api, refresh }, entity) {
  const told = h("div", {});
  const sure = () => {
    const yes = button("Forget for good", (event) =>
      during(event.currentTarget, told, async () => {
        await api.call("DELETE", `entities/${segment(entity.id)}`);
        announce("Forgotten.");
        change({ e: null, center: null });
        await refresh();
      }), { class: "danger" });
    const no = button("Keep", () => told.replaceChildren());
    told.replaceChildren(h("div", { class: "note" }, h("p", {}, "Forgetting erases the entity with every memory about it."), h("div", { class: "actions" }, yes, no)));
    yes.focus();
  };
  return h(
    "div",
    { class: "stack" },
    h(
      "div",
      { class: "actions" },
      button("Show in the graph", () => change({ center: entity.kind === "self" ? null : entity.id }, "graph")),
      entity.kind === "self" ? null : button("Forget", sure, { class: "danger" }),
    ),
    told,
  );
}

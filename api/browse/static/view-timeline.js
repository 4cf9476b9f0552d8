// Happenings in the order of the world.

import { chip, day, h, noon, note } from "./dom.js";
import { memoryLine, openEntity } from "./memory-list.js";

export async function timeline({ api, at }) {
  const [dated, all] = await Promise.all([
    api.all("timeline", at),
    api.all("memories", { layer: "episodic", ...at }),
  ]);
  const undated = all.filter((m) => !m.event.occurred_from);
  if (!dated.length && !undated.length)
    return [h("h1", {}, "Timeline"), note("No event is known", "Events appear when something that happened is told, with or without a date.")];
  return [h("h1", {}, "Timeline"), h("ol", { class: "timeline" }, years(dated)), ...leftOver(undated)];
}

function years(events) {
  const byYear = Map.groupBy ? Map.groupBy(events, yearOf) : grouped(events);
  return [...byYear].map(([year, items]) =>
    h("li", {}, h("h2", {}, String(year)), h("ol", { class: "memories" }, items.map(entry))),
  );
}

function yearOf({ event }) {
  const from = event.precision === "minute" ? new Date(event.occurred_from) : noon(event.occurred_from);
  return from.getUTCFullYear();
}

function grouped(events) {
  const groups = new Map();
  for (const event of events) groups.set(yearOf(event), [...(groups.get(yearOf(event)) || []), event]);
  return groups;
}

function entry(memory) {
  const { occurred_from, precision, involves } = memory.event;
  return h(
    "li",
    {},
    h("p", { class: "date" }, occurred_from ? day(occurred_from, precision || "minute") : "no date", precision ? chip(`known to the ${precision}`) : null),
    memoryLine(memory, false),
    involves.length ? h("p", { class: "marks" }, involves.map(person)) : null,
  );
}

function person(entity) {
  return h("button", { type: "button", class: "chip", dir: "auto", onclick: () => openEntity(entity.id) }, entity.name);
}

function leftOver(undated) {
  if (!undated.length) return [];
  return [h("section", {}, h("h2", {}, "Without a date"), h("ol", { class: "memories" }, undated.map(entry)))];
}

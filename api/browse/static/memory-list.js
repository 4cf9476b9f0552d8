// Memories as a list; choosing one opens its panel.

import { chip, day, h, number, said, words } from "./dom.js";
import { change } from "./place.js";

export function openMemory(id) {
  change({ m: id, e: null });
}

export function openEntity(id) {
  change({ e: id, m: null });
}

export function statusChip(status) {
  return chip(status, `status-${status}`);
}

/** One line per memory; `more(memory)` may add to it. */
export function memoryList(memories, more = () => null, label = "Memories") {
  return h(
    "ul",
    { class: "memories", "aria-label": label },
    memories.map((memory) => h("li", {}, memoryLine(memory), more(memory))),
  );
}

/** When it happened or since when it holds, and when it was last said: what a reader can check it by. */
function dated({ event, fact, sources }, inWorld) {
  const told = sources.map((s) => s.at).sort().at(-1);
  const world = !inWorld ? "" : event?.occurred_from ? day(event.occurred_from, event.precision || "minute") : heldFor(fact);
  return [world, told ? `said ${day(told, "date")}` : ""].filter(Boolean).join(" · ");
}

export function heldFor(fact) {
  if (!fact?.valid_from && !fact?.valid_to) return "";
  const since = fact.valid_from ? `since ${day(fact.valid_from, fact.precision || "date")}` : "";
  return [since, fact.valid_to ? `until ${day(fact.valid_to, "date")}` : ""].filter(Boolean).join(" ");
}

/** A memory to choose; without `world` its date in the world stands elsewhere. */
export function memoryLine(memory, world = true) {
  return h(
    "button",
    { type: "button", class: "memory", "data-memory": memory.id, onclick: () => openMemory(memory.id) },
    said(memory.content),
    h(
      "span",
      { class: "marks" },
      statusChip(memory.status),
      chip(words(memory.layer), `layer-${memory.layer}`),
      memory.pinned ? chip("pinned") : null,
      h("span", { class: "mute" }, `strength ${number(memory.effective_importance)}`),
      h("span", { class: "mute" }, dated(memory, world)),
    ),
  );
}

// Memories as a list; choosing one opens its panel.

import { chip, h, number, said, when, words } from "./dom.js";
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

export function memoryLine(memory) {
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
      when(memory.recorded_at, "day"),
    ),
  );
}

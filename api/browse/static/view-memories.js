// All memories, filtered.

import { field, h, note, select, words } from "./dom.js";
import { memoryList, openMemory } from "./memory-list.js";
import { change } from "./place.js";

const PAGE = 100;

export async function memories({ api, params, at }) {
  const list = h("div", { class: "stack" });
  await more(api, params, at, list, undefined);
  return [h("h1", {}, "Memories"), filters(params), list];
}

function filters(params) {
  const predicates = document.body.dataset.predicates.split(" ");
  const layer = select([["", "every layer"], "semantic", "episodic", "procedural"], params.layer ?? "");
  const status = select([["", "every status"], "current", "tentative", "superseded", "retracted", "archived"], params.status ?? "");
  const predicate = select([["", "every predicate"], ...predicates.map((p) => [p, words(p)])], params.predicate ?? "");
  const q = h("input", { type: "search", value: params.q ?? "", maxlength: 200, dir: "auto" });
  const tag = h("input", { value: params.tag ?? "", maxlength: 200, dir: "auto" });
  const apply = (event) => {
    event.preventDefault();
    change({ layer: layer.value, status: status.value, predicate: predicate.value, q: q.value.trim(), tag: tag.value.trim() });
  };
  return h(
    "form",
    { class: "filters card", onsubmit: apply },
    field("Words", q),
    field("Layer", layer),
    field("Status", status),
    field("Predicate", predicate),
    field("Tag", tag),
    h("button", { type: "submit" }, "Filter"),
  );
}

/** What took the place of each memory, as far as one of these says so. */
function successors(memories) {
  return new Map(memories.filter((m) => m.supersedes).map((m) => [m.supersedes, m]));
}

function replacedBy(memory, known) {
  const next = memory.status === "superseded" || memory.status === "retracted" ? known.get(memory.id) : null;
  return next ? h("p", { class: "next" }, "→ ", h("button", { type: "button", class: "link", dir: "auto", onclick: () => openMemory(next.id) }, next.content)) : null;
}

async function more(api, params, at, list, cursor) {
  const { layer, status, predicate, q, tag } = params;
  const page = await api.get("memories", { layer, status, predicate, q, tag, ...at, limit: PAGE, cursor });
  if (!page.items.length && !cursor && !page.next_cursor) {
    list.append(note("No memory matches", "Take a filter away, or move the time back to now."));
    return;
  }
  const known = page.items.some((m) => m.status === "superseded" || m.status === "retracted") ? successors(await api.all("memories", { known_at: at.known_at })) : new Map();
  list.append(memoryList(page.items, (m) => replacedBy(m, known)));
  if (!page.next_cursor) return;
  const next = h("button", { type: "button" }, "Show more");
  next.addEventListener("click", async () => {
    next.disabled = true;
    await more(api, params, at, list, page.next_cursor);
    next.remove();
  });
  list.append(next);
}

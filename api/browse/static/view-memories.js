// All memories, filtered.

import { field, h, note, select, words } from "./dom.js";
import { memoryList } from "./memory-list.js";
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

async function more(api, params, at, list, cursor) {
  const { layer, status, predicate, q, tag } = params;
  const page = await api.get("memories", { layer, status, predicate, q, tag, ...at, limit: PAGE, cursor });
  if (!page.items.length && !cursor && !page.next_cursor) {
    list.append(note("No memory matches", "Take a filter away, or move the time back to now."));
    return;
  }
  list.append(memoryList(page.items));
  if (!page.next_cursor) return;
  const next = h("button", { type: "button" }, "Show more");
  next.addEventListener("click", async () => {
    next.disabled = true;
    await more(api, params, at, list, page.next_cursor);
    next.remove();
  });
  list.append(next);
}

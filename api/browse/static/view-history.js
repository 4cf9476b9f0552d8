// Everything that was done to what is stored about the user, newest first.

import { button, field, h, note, put, select } from "./dom.js";
import { actions, historyList } from "./history.js";
import { change } from "./place.js";

const PAGE = 200;

export async function history({ api, params }) {
  const all = (await api.all("audit", {}, Infinity)).reverse();
  const title = h("h1", {}, "History");
  if (!all.length) return [title, note("Nothing has been stored yet", "Everything that is stored, changed or erased is told here, with its time.")];
  const chosen = all.filter((e) => !params.action || e.action === params.action);
  const list = h("div", { class: "stack" });
  show(list, chosen, PAGE, await named(api, all));
  return [title, h("p", {}, "What was erased is told by its counts alone: nothing of it is kept."), filter(params, all), list];
}

/** What the memories and entities of these entries are called now. */
async function named(api, entries) {
  const names = new Map(entries.filter((e) => e.memory_id).map((e) => [e.memory_id, e.content]));
  if (entries.some((e) => e.entity_id)) for (const e of await api.all("entities")) names.set(e.id, e.name);
  return names;
}

function filter(params, all) {
  const met = new Set(all.map((e) => e.action));
  const action = select([["", "everything"], ...actions.filter(([value]) => met.has(value))], params.action ?? "", { onchange: (event) => change({ action: event.target.value }) });
  return h("div", { class: "filters card" }, field("What was done", action));
}

function show(list, entries, most, names) {
  const more = entries.length > most ? button("Show more", () => show(list, entries, most + PAGE, names)) : null;
  put(list, entries.length ? historyList(entries.slice(0, most), names) : note("Nothing of the kind", "Choose another, or everything."), more);
}

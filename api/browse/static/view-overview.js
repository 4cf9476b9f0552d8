// One user at a glance.

import { segment } from "./api.js";
import { button, chip, count, during, h, note, number, when, words } from "./dom.js";
import { memoryList } from "./memory-list.js";
import { daysLeft, rateOf, span } from "./curve.js";
import { address } from "./place.js";
import { loadSample } from "./sample.js";

const HOLDS = { semantic: "facts", episodic: "events", procedural: "rules", temporal: "session instructions" };
const SHOWN = 5;
const HELD = new Set(["current", "tentative"]);

export async function overview({ api, user, refresh }) {
  const [stats, memories, consents] = await Promise.all([
    api.get("stats"),
    api.all("memories"),
    api.get("consents"),
  ]);
  const title = h("h1", {}, "Overview");
  if (!stats.revision || (!memories.length && !stats.sessions)) return [title, empty(api, refresh), consentLine(consents, user)];
  const held = memories.filter((m) => HELD.has(m.status));
  const fading = await nextToFade(api, held);
  return [title, figures(stats), h("div", { class: "columns" }, ...lists(held, fading)), consentLine(consents, user)];
}

function empty(api, refresh) {
  const told = h("div", {});
  const load = button("Load a sample", (event) =>
    during(event.currentTarget, told, async () => {
      await loadSample(api);
      await refresh();
    }), { class: "main" });
  return note(
    "Nothing is remembered yet",
    "Memories appear here once an agent sends a conversation (POST interactions) or a fact is added. To see how it looks, load a small invented sample for this user; it can be erased again under Export & erase.",
    load,
    told,
  );
}

function figures(stats) {
  const rows = stats.layers.map((layer) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, words(layer.layer), " ", h("small", {}, HOLDS[layer.layer])),
      h("td", { class: "num" }, String(layer.count)),
      h("td", { class: "num" }, layer.layer === "temporal" ? "–" : number(layer.average_importance)),
      h("td", { class: "roomy" }, when(layer.oldest, "date")),
      h("td", {}, when(layer.newest, "date")),
    ),
  );
  const heads = [["Layer"], ["Count", "num"], ["Average importance", "num"], ["First recorded", "roomy"], ["Last recorded"]];
  return h(
    "section",
    { class: "card" },
    h("h2", {}, "Layers"),
    h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Figures per layer" },
      h("table", {}, h("thead", {}, h("tr", {}, heads.map(([title, kind]) => h("th", { scope: "col", class: kind }, title)))), h("tbody", {}, rows))),
    h("p", { class: "marks" },
      chip(`${stats.active} of ${stats.cap} active`),
      chip(count(stats.entities, "entity", "entities")),
      chip(count(stats.sources, "occasion of saying", "occasions of saying")),
      chip(`${stats.archived} archived`),
      chip(count(stats.sessions, "live session"))),
  );
}

/** The memories that fall first below what is recalled, each with the days until then. */
async function nextToFade(api, held) {
  const waning = held.filter((m) => !m.pinned && m.effective_importance < m.importance);
  const rates = new Map();
  for (const { id, layer } of waning)
    if (!rates.has(layer)) rates.set(layer, rateOf(await api.get(`memories/${segment(id)}/why`)));
  const left = (m) => (daysLeft(m.effective_importance, rates.get(m.layer)) ?? Infinity) * Math.min(1 + 0.1 * m.access_count, 2);
  return waning.map((m) => [m, left(m)]).sort((a, b) => a[1] - b[1] || a[0].id.localeCompare(b[0].id)).slice(0, SHOWN);
}

function lists(held, fading) {
  const by = (value) => [...held].sort((a, b) => value(b) - value(a) || a.id.localeCompare(b.id)).slice(0, SHOWN);
  const used = by((m) => m.access_count).filter((m) => m.access_count > 0);
  return [
    group("Newest", by((m) => Date.parse(m.recorded_at)), "Nothing is held now."),
    group("Most used", used, "No memory has been used in an answer yet."),
    group("Next to fade", fading.map(([m]) => m), "Nothing is fading.", (m) => h("p", { class: "next mute" }, `no longer recalled in ${span(fading.find(([f]) => f === m)[1])}, without use`)),
  ];
}

function group(title, memories, otherwise, more = () => null) {
  const body = memories.length ? memoryList(memories, more, title) : h("p", { class: "mute" }, otherwise);
  return h("section", { class: "card" }, h("h2", {}, title), body);
}

function consentLine(consents, user) {
  const given = consents.items.filter((c) => !c.withdrawn_at);
  return h(
    "section",
    { class: "card" },
    h("h2", {}, "Consents"),
    given.length
      ? h("p", { class: "marks" }, given.map((c) => chip(c.category)))
      : h("p", {}, "No personal data of a protected category may be stored."),
    h("p", {}, h("a", { href: address(user, "consents") }, "Change consents")),
  );
}

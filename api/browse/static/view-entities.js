// Whom and what the memories are about; which of them are one.

import { button, chip, count, during, field, h, note, number, said, select, words } from "./dom.js";
import { openEntity } from "./memory-list.js";
import { change } from "./place.js";

const KINDS = ["person", "animal", "place", "organisation", "product", "topic", "value", "self"];

export async function entities(context) {
  const { api, params } = context;
  const [found, merges] = await Promise.all([
    api.all("entities", { q: params.q, kind: params.kind }),
    api.get("entities/merges"),
  ]);
  return [h("h1", {}, "Entities"), review(context, merges.items), filters(params), listing(context, found)];
}

function review(context, merges) {
  const proposed = merges.filter((m) => m.state === "proposed");
  const accepted = merges.filter((m) => m.state === "accepted");
  if (!proposed.length && !accepted.length) return h("p", { class: "mute" }, "No two entities look like one.");
  return h(
    "section",
    { class: "card" },
    proposed.length ? [h("h2", {}, "Are these one?"), h("ul", { class: "merges" }, proposed.map((m) => proposal(context, m)))] : null,
    accepted.length ? [h("h2", {}, "Merged"), h("ul", { class: "merges" }, accepted.map((m) => merged(context, m)))] : null,
  );
}

const named = (entity) => h("button", { type: "button", class: "link", dir: "auto", onclick: () => openEntity(entity.id) }, entity.name);

function pairOf(merge) {
  return h("span", {}, named(merge.from), " and ", named(merge.to), " ", chip(merge.to.kind, `kind-${merge.to.kind}`));
}

function proposal({ api, refresh }, merge) {
  const told = h("div", {});
  const act = (label, work, props) => button(label, (event) => during(event.currentTarget, told, async () => {
    await work();
    await refresh();
  }), props);
  return h(
    "li",
    {},
    h("div", { class: "line" },
      h("div", {}, pairOf(merge), h("p", { class: "mute" }, `names alike: ${number(merge.score, 2)}`)),
      h("div", { class: "actions" },
        act("One and the same", () => api.post("entities/merge", { ids: [merge.to.id, merge.from.id] }), { class: "main" }),
        act("Two different ones", () => api.post("entities/split", { id: merge.from.id, other: merge.to.id })))),
    told,
  );
}

function merged({ api, refresh }, merge) {
  const told = h("div", {});
  const undo = button("Undo", (event) => during(event.currentTarget, told, async () => {
    await api.post("entities/split", { id: merge.from.id });
    await refresh();
  }));
  return h("li", {}, h("div", { class: "line" }, h("div", {}, said(merge.from.name, "strong"), " is ", said(merge.to.name, "strong")), undo), told);
}

function filters(params) {
  const q = h("input", { type: "search", value: params.q ?? "", maxlength: 200, dir: "auto" });
  const kind = select([["", "every kind"], ...KINDS], params.kind ?? "");
  const submit = (event) => {
    event.preventDefault();
    change({ q: q.value.trim(), kind: kind.value });
  };
  return h("form", { class: "filters card", onsubmit: submit }, field("Name", q), field("Kind", kind), h("button", { type: "submit" }, "Filter"));
}

function listing({ api, refresh }, found) {
  if (!found.length) return note("No entity matches", "Entities appear with the facts and events that name them.");
  const told = h("div", {});
  const chosen = new Set();
  const merge = button("Merge the chosen ones", (event) => during(event.currentTarget, told, async () => {
    await api.post("entities/merge", { ids: [...chosen] });
    await refresh();
  }), { disabled: true });
  const pick = (entity) => h("input", {
    type: "checkbox",
    "aria-label": `Choose ${entity.name}`,
    onchange: (event) => {
      if (event.target.checked) chosen.add(entity.id);
      else chosen.delete(entity.id);
      merge.disabled = chosen.size < 2;
    },
  });
  const row = (entity) => h(
    "li",
    { class: "line" },
    entity.kind === "value" ? h("span", { class: "pick" }) : h("label", { class: "pick" }, pick(entity)),
    h("button", { type: "button", class: "memory", onclick: () => openEntity(entity.id) },
      said(entity.name), h("span", { class: "marks" }, chip(words(entity.kind), `kind-${entity.kind}`), h("span", { class: "mute" }, count(entity.mentions, "mention")), entity.aliases.map((a) => chip(a)))),
  );
  return h("section", { class: "stack" }, h("div", { class: "actions" }, merge), told, h("ul", { class: "memories" }, found.map(row)));
}

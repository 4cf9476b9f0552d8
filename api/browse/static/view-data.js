// Taking everything along, and erasing it.

import { during, field, h, select, words } from "./dom.js";

const FORMATS = [
  ["json", "JSON – complete, can be imported again"],
  ["jsonld", "JSON-LD – linked data"],
  ["graphml", "GraphML – for graph tools"],
  ["cypher", "Cypher – a script for Neo4j"],
];
const COUNTED = ["memories", "entities", "sources", "sessions", "consents", "requests", "users"];

export async function data(context) {
  return [h("h1", {}, "Export & erase"), exporting(context), erasing(context)];
}

function exporting({ api }) {
  const told = h("div", {});
  const format = select(FORMATS);
  const get = h("button", { type: "submit", class: "main" }, "Download");
  const submit = (event) => {
    event.preventDefault();
    during(get, told, async () => save(await api.file("export", { format: format.value })));
  };
  return h("form", { class: "card", onsubmit: submit }, h("h2", {}, "Export"), field("Format", format), get, told);
}

function save({ blob, name }) {
  const href = URL.createObjectURL(blob);
  const link = h("a", { href, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  URL.revokeObjectURL(href);
}

function erasing({ api, user }) {
  const told = h("div", {});
  const typed = h("input", { autocomplete: "off", spellcheck: "false", dir: "auto", name: "confirmation" });
  const erase = h("button", { type: "submit", class: "danger", disabled: true }, "Erase everything");
  typed.addEventListener("input", () => {
    erase.disabled = typed.value !== user;
  });
  const submit = async (event) => {
    event.preventDefault();
    const done = await during(erase, told, async () => told.replaceChildren(receipt(await api.call("DELETE", ""))));
    typed.value = "";
    erase.disabled = true;
    if (done) told.querySelector("h3").focus();
  };
  return h(
    "form",
    { class: "card danger-zone", onsubmit: submit },
    h("h2", {}, "Erase"),
    h("p", {}, "Erases all memories, entities, occasions, sessions and consents of this user. It cannot be undone."),
    field(`Type the user id (${user}) to confirm`, typed),
    erase,
    told,
  );
}

function receipt(erased) {
  const rows = COUNTED.map((name) => h("tr", {}, h("th", { scope: "row" }, words(name)), h("td", { class: "num" }, String(erased[name]))));
  return h("section", { class: "receipt" }, h("h3", { tabindex: -1 }, "Receipt of the erasure"), h("p", { class: "mute" }, `${erased.id}, ${erased.at}`), h("table", {}, h("tbody", {}, rows)));
}

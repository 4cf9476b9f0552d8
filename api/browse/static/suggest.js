// A text field that suggests entities while one types.

import { field, h } from "./dom.js";

let made = 0;

export function suggest(api, label) {
  const known = new Map();
  const id = `suggestions-${(made += 1)}`;
  const options = h("datalist", { id });
  const input = h("input", { list: id, autocomplete: "off", dir: "auto", maxlength: 200 });
  let asked = 0;
  let waiting;
  const look = async () => {
    const mine = (asked += 1);
    const found = await api.get("entities", { q: input.value.trim(), limit: 20 }).catch(() => ({ items: [] }));
    if (mine !== asked) return;
    for (const entity of found.items) known.set(entity.name.toLowerCase(), entity);
    options.replaceChildren(...found.items.map((e) => h("option", { value: e.name }, e.kind)));
    options.dataset.ready = input.value.trim();
  };
  input.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(look, 150);
  });
  input.addEventListener("focus", () => options.childElementCount || look());
  const chosen = () => known.get(input.value.trim().toLowerCase()) ?? null;
  return { element: h("div", { class: "suggest" }, field(label, input), options), input, chosen };
}

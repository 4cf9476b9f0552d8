// How the user wants things done.

import { h, note, said } from "./dom.js";
import { memoryLine } from "./memory-list.js";

export async function rules({ api, at }) {
  const found = await api.all("memories", { layer: "procedural", ...at });
  const title = h("h1", {}, "Rules");
  if (!found.length)
    return [title, note("No rule is known", "Rules appear when the user says how things should be done, always or in some situation.")];
  return [title, h("ul", { class: "memories" }, found.map(entry))];
}

function entry(memory) {
  const { instruction, condition, polarity, scope } = memory.rule;
  return h(
    "li",
    { class: "rule" },
    memoryLine(memory),
    h(
      "dl",
      { class: "pairs" },
      pair("When", condition ? said(condition) : "always"),
      pair(polarity === "-" ? "Do not" : "Do", said(instruction)),
      scope ? pair("Scope", said(scope)) : null,
    ),
  );
}

function pair(term, value) {
  return h("div", {}, h("dt", {}, term), h("dd", {}, value));
}

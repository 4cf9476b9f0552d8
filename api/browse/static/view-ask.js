// What an agent would be given for a question, with the reasons for each hit. Asking here records no access.

import { chip, during, field, h, note, number, said, words } from "./dom.js";
import { memoryLine } from "./memory-list.js";
import { change } from "./place.js";

/** The empty question as part of an address, where what is empty is left out. */
const ANYTHING = " ";

export async function ask({ api, params, at }) {
  const question = h("input", { type: "search", value: (params.ask ?? "").trim(), maxlength: 2000, dir: "auto", placeholder: "Where does she live?" });
  const session = h("input", { value: params.session ?? "", maxlength: 128, autocomplete: "off", spellcheck: "false" });
  const go = h("button", { type: "submit", class: "main" }, "Ask");
  const answer = h("div", { class: "stack", "aria-live": "polite" });
  const form = h(
    "form",
    {
      class: "card",
      onsubmit: (event) => {
        event.preventDefault();
        const asked = { ask: question.value.trim() || ANYTHING, session: session.value.trim() };
        if (asked.ask === params.ask && asked.session === (params.session ?? "")) during(go, answer, () => show(api, asked, at, answer));
        else change(asked);
      },
    },
    field("Question", question, "Leave it empty for what matters now, whatever is asked."),
    field("Session id", session, "With one, what was instructed in that session comes first, and says which rules it overrides."),
    go,
    h("p", { class: "mute" }, "Asking here counts as no use of a memory."),
  );
  if (params.ask !== undefined) await show(api, params, at, answer);
  return [h("h1", {}, "Ask"), form, answer];
}

async function show(api, { ask: query, session }, at, answer) {
  const context = await api.post("context", { query: query.trim() || null, session_id: session || null, max_memories: 10, min_importance: 0, touch: false, ...moments(at) });
  const parts = [h("section", { class: "card" }, h("h2", {}, "What the agent is given"), given(context))];
  if (context.session.length) parts.push(group("Session", context.session.map((s) => h("li", {}, said(s.instruction)))));
  if (context.rules.length) parts.push(group("Rules", context.rules.map(hit)));
  if (context.memories.length) parts.push(group("Memories, best first", context.memories.map(hit)));
  answer.replaceChildren(...parts);
}

function moments({ as_of, known_at }) {
  return { as_of: as_of || null, known_at: known_at || null };
}

function given(context) {
  if (!context.text) return note("Nothing", "No memory is relevant enough: an empty answer is a right answer.");
  return [h("pre", { dir: "auto", tabindex: 0, "aria-label": "Text for the prompt" }, context.text), h("p", { class: "mute" }, `about ${context.tokens} tokens`)];
}

function group(title, items) {
  return h("section", { class: "card" }, h("h2", {}, title), h("ol", { class: "memories" }, items));
}

function hit(found) {
  const { parts, matched, path } = found.reasons;
  return h(
    "li",
    {},
    memoryLine(found),
    found.overridden_by ? chip("overridden by a session instruction", "status-retracted") : null,
    h(
      "details",
      { class: "why" },
      h("summary", {}, `Score ${number(found.score, 3)}: why?`),
      h("table", {},
        h("thead", {}, h("tr", {}, ["Signal", "Value", "Weight", "Adds"].map((t) => h("th", { scope: "col" }, t)))),
        h("tbody", {}, parts.map(part))),
      matched.length ? h("p", { class: "marks" }, "Words: ", matched.map((w) => chip(w))) : null,
      path.length ? h("p", { class: "marks" }, "Way: ", path.map((s) => said(s.label, "span")).flatMap((s, i) => (i ? [" → ", s] : [s]))) : null,
    ),
  );
}

function part({ name, value, weight }) {
  return h("tr", {}, h("th", { scope: "row" }, words(name)), ...[value, weight, value * weight].map((n) => h("td", { class: "num" }, number(n, 3))));
}

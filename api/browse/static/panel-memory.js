// One memory: what it says, why it is held, how strong it is, and what can be done about it.

import { segment } from "./api.js";
import { announce, button, chip, count, day, during, failure, h, put, said, when, words } from "./dom.js";
import { editForm } from "./edit-form.js";
import { curve } from "./curve.js";
import { showHistory } from "./history.js";
import { memoryList, openEntity, statusChip } from "./memory-list.js";
import { change } from "./place.js";

export async function memoryPanel(context, id) {
  const why = await context.api.get(`memories/${segment(id)}/why`);
  const memory = why.memory;
  return [
    h("h2", {}, said(memory.content)),
    h("p", { class: "marks" }, statusChip(memory.status), chip(memory.layer, `layer-${memory.layer}`), memory.pinned ? chip("pinned") : null, memory.tags.map((t) => chip(t))),
    h("dl", { class: "pairs" }, statement(memory), dates(memory)),
    actions(context, memory),
    successors(why),
    h("section", {}, h("h3", {}, "Where it comes from"), sources(why.evidence, "No source is kept."), retirements(why)),
    h("section", {}, h("h3", {}, "How strong it is"), strength(why)),
    group("It replaced", why.supersedes.map((r) => r.memory)),
    group("It follows from", why.about),
    group("What follows from it", why.supports),
    history(context, id),
  ];
}

/** Read when it is opened. */
function history({ api }, id) {
  const entries = h("div", {}, h("p", { class: "mute" }, "Loading …"));
  const fold = h("details", { class: "past" }, h("summary", {}, "History"), entries);
  fold.addEventListener("toggle", () => showHistory(api, id, entries).catch((error) => put(entries, failure(error))), { once: true });
  return fold;
}

function pair(term, ...value) {
  return h("div", {}, h("dt", {}, term), h("dd", {}, ...value));
}

function entity(ref) {
  return h("button", { type: "button", class: "link", dir: "auto", onclick: () => openEntity(ref.id) }, ref.name);
}

function statement({ fact, event, rule }) {
  if (fact)
    return [
      pair("Fact", entity(fact.subject), ` ${fact.polarity === "-" ? "not " : ""}${words(fact.predicate)} `, entity(fact.object)),
      fact.qualifier ? pair("Qualifier", said(fact.qualifier)) : null,
      fact.valid_from || fact.valid_to ? pair("Holds", when(fact.valid_from, fact.precision || "date"), " to ", fact.valid_to ? when(fact.valid_to, "date") : "now") : null,
    ];
  if (event)
    return [
      pair("Happened", when(event.occurred_from, event.precision || "minute")),
      event.involves.length ? pair("Involves", event.involves.flatMap((e, i) => (i ? [", ", entity(e)] : [entity(e)]))) : null,
    ];
  if (rule) return [pair("When", rule.condition ? said(rule.condition) : "always"), pair(rule.polarity === "-" ? "Do not" : "Do", said(rule.instruction))];
  return [];
}

function dates(memory) {
  return [
    pair("Recorded", when(memory.recorded_at)),
    memory.ended_at ? pair("End learnt", when(memory.ended_at)) : null,
    memory.retired_at ? pair("Retracted", when(memory.retired_at)) : null,
    memory.expires_at ? pair("Expires", when(memory.expires_at)) : null,
    pair("Used", count(memory.access_count, "time"), memory.last_accessed_at ? ", last on " : null, memory.last_accessed_at ? when(memory.last_accessed_at) : null),
    pair("Confidence", `${Math.round(memory.confidence * 100)} %`),
  ];
}

function actions(context, memory) {
  const told = h("div", {});
  const path = `memories/${segment(memory.id)}`;
  const act = (label, work, done, props) =>
    button(label, (event) =>
      during(event.currentTarget, told, async () => {
        await work();
        announce(done);
        await context.refresh();
      }), props);
  const held = memory.status === "current" || memory.status === "tentative";
  const lost = memory.status === "archived" || memory.status === "retracted";
  const { api } = context;
  const edit = h("details", { class: "edit" }, h("summary", {}, "Edit"), editForm(context, memory));
  return h(
    "div",
    { class: "stack" },
    h(
      "div",
      { class: "actions" },
      held ? act("Confirm", () => api.post(`${path}/confirm`), "Confirmed.") : null,
      memory.status !== "retracted" ? act("Reject", () => api.post(`${path}/reject`), "Rejected: kept in the history, no longer believed.") : null,
      act(memory.pinned ? "Unpin" : "Pin", () => api.post(`${path}/pin`, { pinned: !memory.pinned }), memory.pinned ? "Unpinned." : "Pinned."),
      lost ? act("Restore", () => api.post(`${path}/restore`), "Restored.") : null,
      forget(context, path, told),
    ),
    told,
    memory.status === "retracted" ? null : edit,
  );
}

/** Erasing asks once more, in place. */
function forget({ api, refresh }, path, told) {
  const sure = () => {
    const yes = button("Forget for good", (event) =>
      during(event.currentTarget, told, async () => {
        await api.call("DELETE", path);
        announce("Forgotten.");
        change({ m: null });
        await refresh();
      }), { class: "danger" });
    const no = button("Keep", () => told.replaceChildren());
    told.replaceChildren(h("div", { class: "note" }, h("p", {}, "Forgetting erases this memory as if it had never been said."), h("div", { class: "actions" }, yes, no)));
    yes.focus();
  };
  return button("Forget", sure, { class: "danger" });
}

function sources(evidence, otherwise) {
  if (!evidence.length) return h("p", { class: "mute" }, otherwise);
  return h("ol", { class: "sources" }, evidence.map(source));
}

function source(s) {
  const speaker = s.speaker && s.speaker !== s.role ? [said(s.speaker), ", "] : [];
  const span = s.start === null ? null : h("span", { class: "mute" }, ` characters ${s.start}–${s.end}`);
  const explicit = s.role === "api" || s.role === "import";
  return h(
    "li",
    {},
    h("p", {}, ...speaker, explicit ? `an explicit act (${s.role})` : s.role, ", ", when(s.at), span),
    s.quote ? h("blockquote", { dir: "auto" }, s.quote) : explicit ? null : h("p", { class: "mute" }, "The quote is no longer kept."),
    h("p", { class: "mute ids" }, `message ${s.message_id}`, s.session_id ? `, session ${s.session_id}` : ""),
  );
}

function retirements(why) {
  if (!why.retired_by.length) return null;
  return h("div", {}, h("h4", {}, "What ended or retracted it"), h("ol", { class: "sources" }, why.retired_by.map((r) => h("li", {}, h("p", {}, `${words(r.reason || "ended")}, ${day(r.at)}`), h("ol", { class: "sources" }, source(r.source))))));
}

function successors(why) {
  if (!why.superseded_by.length) return null;
  return h("section", { class: "successor" }, h("h3", {}, "Replaced by"), memoryList(why.superseded_by.map((r) => r.memory), () => null, "Replaced by"));
}

function group(title, memories) {
  if (!memories.length) return null;
  return h("section", {}, h("h3", {}, title), memoryList(memories, () => null, title));
}

function strength(why) {
  const parts = Object.fromEntries(why.strength.map((p) => [p.name, p.value * p.weight]));
  const rows = [
    ["Importance", parts.importance.toFixed(2)],
    ["Left of it after fading", `${Math.round(parts.kept * 100)} %`],
    ["Strength now", why.memory.effective_importance.toFixed(2)],
    ["Kept per day", parts.rate_per_day === 1 ? "all of it" : `${(parts.rate_per_day * 100).toFixed(1)} %`],
    ["Days since last use", parts.idle_days.toFixed(1)],
    ["Slowed down by use", `× ${parts.slowdown_by_use.toFixed(1)}`],
  ];
  return [h("dl", { class: "pairs" }, rows.map(([term, value]) => pair(term, value))), curve(parts)];
}

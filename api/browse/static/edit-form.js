// Changing a memory. Another wording or value makes a new memory, and the old one stays in the history.

import { segment } from "./api.js";
import { announce, during, field, h, noon } from "./dom.js";
import { change } from "./place.js";

export function editForm({ api, refresh }, memory) {
  const told = h("div", {});
  const inputs = controls(memory);
  const save = h("button", { type: "submit", class: "main" }, "Save");
  const submit = (event) => {
    event.preventDefault();
    during(save, told, async () => {
      const saved = await api.call("PATCH", `memories/${segment(memory.id)}`, { body: changes(memory, inputs) });
      announce(saved.id === memory.id ? "Saved." : "Saved as a new memory; the old one stays in the history.");
      if (saved.id !== memory.id) change({ m: saved.id });
      await refresh();
    });
  };
  return h("form", { class: "stack", onsubmit: submit }, Object.values(inputs).map((i) => field(i.label, i.control, i.hint)), save, told);
}

function text(label, value, hint) {
  return { label, hint, before: value ?? "", control: h("input", { value: value ?? "", maxlength: 200, dir: "auto" }) };
}

function controls(memory) {
  const { fact, event, rule } = memory;
  return {
    ...(fact && { object: text("Value", fact.object.name), qualifier: text("Qualifier", fact.qualifier) }),
    ...(event && { content: text("What happened", memory.content), day: dated(event) }),
    ...(rule && { instruction: text("Instruction", rule.instruction), condition: text("When", rule.condition, "Leave it empty for always.") }),
    importance: scale(memory.importance),
    tags: text("Tags", memory.tags.join(", "), "Separated by commas."),
  };
}

function dated(event) {
  const from = event.occurred_from && (event.precision === "minute" ? new Date(event.occurred_from) : noon(event.occurred_from));
  const before = from ? from.toISOString().slice(0, 10) : "";
  return { label: "Day", before, control: h("input", { type: "date", value: before }) };
}

function scale(value) {
  const before = String(Math.round(value * 10) / 10);
  return { label: "Importance", before, control: h("input", { type: "number", min: 0, max: 10, step: 0.1, value: before }) };
}

/** Only what the reader changed is sent, so that the rest is left as it is. */
function changes(memory, inputs) {
  const changed = Object.fromEntries(
    Object.entries(inputs).filter(([, i]) => i.control.value.trim() !== i.before).map(([name, i]) => [name, i.control.value.trim()]),
  );
  const body = {};
  const { importance, tags, content, day, ...part } = changed;
  if (importance !== undefined) body.importance = Number(importance);
  if (tags !== undefined) body.tags = tags.split(",").map((t) => t.trim()).filter(Boolean);
  if (content !== undefined) body.content = content;
  if (day) body.event = { occurred_from: `${day}T00:00:00Z`, occurred_to: following(day), precision: "day" };
  if (memory.fact && Object.keys(part).length) body.fact = statement(memory.fact, part);
  if (memory.rule && Object.keys(part).length) body.rule = { instruction: memory.rule.instruction, ...emptied(part) };
  return body;
}

function statement(fact, part) {
  const { subject, predicate, object, qualifier, polarity, valid_from, precision } = fact;
  return { subject: subject.name, predicate, object: object.name, qualifier, polarity, valid_from, precision, ...emptied(part) };
}

const emptied = (part) => Object.fromEntries(Object.entries(part).map(([k, v]) => [k, v || null]));

function following(day) {
  return new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().replace(".000", "");
}

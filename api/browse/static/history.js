// What was done to what is stored: the entries of the audit report as lines.

import { chip, h, put, said, when, words } from "./dom.js";
import { openEntity, openMemory } from "./memory-list.js";

/** What each action is called, and how the line is marked. */
const ACTIONS = {
  user_created: ["user created"],
  stored: ["stored", "status-current"],
  reinforced: ["said again", "status-current"],
  confirmed: ["confirmed", "status-current"],
  ended: ["ended", "status-superseded"],
  superseded: ["replaced", "status-superseded"],
  corrected: ["corrected", "status-superseded"],
  retracted: ["retracted", "status-retracted"],
  archived: ["archived", "status-archived"],
  merged: ["merged"],
  told_apart: ["told apart"],
  consent_granted: ["consent given", "status-current"],
  consent_withdrawn: ["consent withdrawn", "status-retracted"],
  session_opened: ["session opened"],
  erased: ["erased", "status-retracted"],
  maintained: ["maintenance"],
};

export const actions = Object.entries(ACTIONS).map(([value, [label]]) => [value, label]);

/** The entries as a list. `names` tells what a memory or entity is called by its id; without it the lines are all about one. */
export function historyList(entries, names = null) {
  return h("ol", { class: "history", "aria-label": "History" }, entries.map((e) => line(e, names)));
}

function line(entry, names) {
  const [label, look = ""] = ACTIONS[entry.action] || [entry.action];
  return h(
    "li",
    {},
    h("p", { class: "marks" }, chip(label, look), when(entry.at), reason(entry)),
    names ? subject(entry, names) : null,
    entry.sources.length ? h("p", { class: "mute ids" }, `message ${entry.sources.join(", ")}`) : null,
  );
}

const SAID = {
  user: "said by the user",
  participant: "said by another",
  assistant: "said by the assistant",
  api: "by an explicit act",
  import: "taken in from an export",
};

/** Why or by whom, where the action does not say so already. */
function reason({ action, reason, counts }) {
  if (counts) return h("span", {}, Object.entries(counts).map(([name, n]) => `${words(name)} ${n}`).join(", "));
  if (!reason || words(reason) === ACTIONS[action]?.[0] || action === "archived") return action === "archived" ? h("span", { class: "mute" }, reason) : null;
  return h("span", { class: "mute" }, action === "consent_granted" ? said(`for: ${reason}`) : (SAID[reason] ?? words(reason)));
}

function subject({ memory_id, entity_id, category, session_id, content, by }, names) {
  const link = (text, act) => h("button", { type: "button", class: "link", dir: "auto", onclick: act }, text);
  if (memory_id) return h("p", {}, link(content, () => openMemory(memory_id)), by ? [" → ", link(names.get(by) ?? "what took its place", () => openMemory(by))] : null);
  if (entity_id) return h("p", {}, link(content, () => openEntity(entity_id)), " and ", link(names.get(by) ?? "another", () => openEntity(by)));
  return category || session_id ? h("p", {}, said(words(category || session_id))) : null;
}

/** Fills `place` with what was done to one memory. */
export async function showHistory(api, memory, place) {
  put(place, historyList(await api.all("audit", { memory })));
}

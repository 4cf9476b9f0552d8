// Whose memory, and with which key.

import { key, setKey, users } from "./api.js";
import { during, failure, field, h, note, said } from "./dom.js";
import { address } from "./place.js";

/** The start page: users that the key may see, and a form. */
export async function signIn(wanted = "", reason = null) {
  const told = h("div", { class: "told" });
  const secret = h("input", { type: "password", name: "key", autocomplete: "off", spellcheck: "false", value: key() });
  const user = h("input", { name: "user", list: "known-users", autocomplete: "off", value: wanted, dir: "auto" });
  const known = h("datalist", { id: "known-users" });
  const list = h("div", {});
  const enter = h("button", { type: "submit", class: "main" }, "Open");
  const form = h(
    "form",
    { class: "card", onsubmit: (event) => submit(event, { secret, user, enter, told, list, known }) },
    field("API key", secret, "Kept in this tab until you close it. Leave it empty where no key has been made."),
    field("User id", user, "Leave it empty to list the users."),
    known,
    enter,
    told,
  );
  if (reason) told.replaceChildren(failure(reason));
  else await tryList(list, known);
  return h(
    "div",
    { class: "narrow" },
    h("h1", {}, "What is remembered, and why"),
    h("p", {}, "See the facts, events and rules that are stored about a user, where each one comes from, and make them right."),
    form,
    list,
  );
}

async function submit(event, { secret, user, enter, told, list, known }) {
  event.preventDefault();
  await during(enter, told, async () => {
    setKey(secret.value.trim());
    const found = await users();
    show(found, list, known);
    if (!user.value.trim()) return;
    const target = address(user.value.trim());
    if (location.hash === target) dispatchEvent(new HashChangeEvent("hashchange"));
    else location.hash = target;
  });
}

async function tryList(list, known) {
  try {
    show(await users(), list, known);
  } catch (error) {
    if (error.status !== 401) list.replaceChildren(failure(error));
  }
}

function show(found, list, known) {
  known.replaceChildren(...found.map((value) => h("option", { value })));
  if (!found.length) {
    list.replaceChildren(
      note(
        "No user yet",
        "A user comes into being with the first thing that is remembered. Enter any user id to look around and load a sample.",
      ),
    );
    return;
  }
  list.replaceChildren(
    h("h2", {}, "Users"),
    h("ul", { class: "users" }, found.map((value) => h("li", {}, h("a", { href: address(value) }, said(value))))),
  );
}

// Which categories of personal data may be stored.

import { button, chip, during, h, said, when, words } from "./dom.js";

const MEANING = {
  name: "the user's own name and other people's names",
  birth_date: "date of birth",
  contact: "e-mail addresses and telephone numbers",
  address: "street addresses",
  government_id: "passport, social security and tax numbers, driving licence",
  financial: "cards, bank accounts, income, debt",
  health: "illnesses, allergies, medication",
  beliefs: "religion and politics",
  sexuality: "sexual orientation",
};

export async function consents({ api, refresh }) {
  const given = new Map((await api.get("consents")).items.map((c) => [c.category, c]));
  const categories = document.body.dataset.categories.split(" ");
  return [
    h("h1", {}, "Consents"),
    h("p", {}, "Personal data of a category is stored only while its switch is on. Switching it off stops further storing; what is stored stays until it is forgotten."),
    h("ul", { class: "consents" }, categories.map((name) => row(api, name, given.get(name), refresh))),
  ];
}

function row(api, category, consent, refresh) {
  const on = Boolean(consent && !consent.withdrawn_at);
  const told = h("div", {});
  const flip = button(on ? "On" : "Off", (event) =>
    during(event.currentTarget, told, async () => {
      await api.call(on ? "DELETE" : "PUT", `consents/${category}`, on ? {} : { body: {} });
      await refresh();
      document.querySelector(`[data-consent="${category}"]`)?.focus();
    }), { role: "switch", "aria-checked": String(on), "aria-label": words(category), class: "switch", "data-consent": category });
  return h(
    "li",
    { class: "card" },
    h("div", { class: "line firm" }, h("div", {}, h("strong", {}, words(category)), h("p", { class: "mute" }, MEANING[category] || "")), flip),
    consent ? h("p", { class: "marks" }, chip(on ? "given" : "withdrawn"), when(on ? consent.granted_at : consent.withdrawn_at), consent.purpose ? said(`for: ${consent.purpose}`) : null) : null,
    told,
  );
}

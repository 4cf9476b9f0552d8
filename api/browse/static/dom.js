// Building the page. Data only ever becomes text nodes and attributes, never markup.

const SVG = "http://www.w3.org/2000/svg";

/** An element with properties, listeners ("onclick") and children; a string child is text. */
export function h(tag, props = {}, ...children) {
  return fill(document.createElement(tag), props, children);
}

/** The same for SVG. */
export function svg(tag, props = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), props, children);
}

/** Puts `children` in the place of what `element` holds. What is null is left out, as it is by `h`. */
export function put(element, ...children) {
  element.replaceChildren(...shown(children));
}

const shown = (children) => children.flat(2).filter((c) => c !== null && c !== undefined && c !== false);

function fill(element, props, children) {
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "value" || name === "checked") element[name] = value;
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...shown(children));
  return element;
}

/** What was said, in whichever direction its script runs. */
export const said = (text, tag = "span") => h(tag, { dir: "auto", class: "said" }, String(text));

export function announce(text) {
  document.getElementById("live").textContent = text;
}

export function button(label, act, props = {}) {
  return h("button", { type: "button", ...props, onclick: act }, label);
}

/** A labelled form control. */
export function field(label, control, hint) {
  return h("label", { class: "field" }, h("span", {}, label), control, hint ? h("small", {}, hint) : null);
}

export function select(options, chosen, props = {}) {
  const entries = options.map((o) => (Array.isArray(o) ? o : [o, words(o)]));
  const control = h("select", props, entries.map(([value, label]) => h("option", { value }, label)));
  control.value = chosen ?? entries[0][0];
  return control;
}

/** A name of the API as words: "works_for" as "works for". */
export const words = (name) => String(name).replaceAll("_", " ");

export const number = (value, digits = 1) => Number(value).toFixed(digits);

/** "1 mention", "2 mentions". */
export const count = (n, one, many = `${one}s`) => `${n} ${n === 1 ? one : many}`;

const DAY = { dateStyle: "medium", timeZone: "UTC" };
const MOMENT = { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" };

const HALF_A_DAY = 43_200_000;

/** The noon of the day that begins at `text`. A day begins at the midnight of whoever spoke of it, which east of Greenwich
 * is the evening before in UTC and west of it some hours later; its noon is on the right date in UTC for both. */
export function noon(text) {
  return new Date(Date.parse(text) + HALF_A_DAY);
}

/** A time as the reader's locale writes it, in UTC; the exact value stands in the tooltip. */
export function when(text, precision = "minute") {
  if (!text) return h("span", { class: "mute" }, "–");
  return h("time", { datetime: text, title: text }, day(text, precision));
}

/** How exactly a time is written: minute; date, the day in UTC that a moment falls on; day, month, season and year, which
 * are known of a stretch of time by its beginning. */
export function day(text, precision = "minute") {
  const date = precision === "minute" || precision === "date" ? new Date(text) : noon(text);
  if (Number.isNaN(date.getTime())) return String(text);
  if (precision === "year") return String(date.getUTCFullYear());
  if (precision === "month" || precision === "season")
    return new Intl.DateTimeFormat(undefined, { year: "numeric", month: "long", timeZone: "UTC" }).format(date);
  return new Intl.DateTimeFormat(undefined, precision === "minute" ? MOMENT : DAY).format(date) + (precision === "minute" ? " UTC" : "");
}

export function chip(text, kind = "") {
  return h("span", { class: `chip ${kind}` }, words(text));
}

/** A message for a state without data: nothing there, or an error with a way on. */
export function note(title, text, ...more) {
  return h("div", { class: "note" }, h("p", { class: "note-title" }, title), h("p", {}, text), ...more);
}

export function failure(error, again) {
  const retry = again ? button("Try again", again) : null;
  const box = note("That did not work", error.message || String(error), retry);
  box.classList.add("bad");
  box.setAttribute("role", "alert");
  return box;
}

/** Runs `work` while `control` is busy; an error is told in `place`. Answers whether it went well. */
export async function during(control, place, work) {
  place.replaceChildren();
  control.disabled = true;
  control.setAttribute("aria-busy", "true");
  try {
    await work();
    return true;
  } catch (error) {
    place.replaceChildren(failure(error));
    return false;
  } finally {
    control.disabled = false;
    control.removeAttribute("aria-busy");
  }
}

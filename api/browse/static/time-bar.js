// Two sliders: what held in the world on a day, and what was known on a day.

import { button, day, failure, h } from "./dom.js";
import { change } from "./place.js";

const DAY = 86_400_000;

/** The bar; its sliders are made when it is opened, spanning from the oldest thing that is dated to today. */
export function timeBar({ api, params }) {
  const open = Boolean(params.as_of || params.known_at);
  const sliders = h("div", {}, h("p", { class: "mute" }, "Loading …"));
  const bar = h("details", { class: "time card", open }, h("summary", {}, "Time: ", h("span", {}, summary(params))), sliders);
  const fill = async () => {
    const first = await earliest(api);
    sliders.replaceChildren(
      slider("As of, in the world", "as_of", params.as_of, first.world),
      slider("As known on", "known_at", params.known_at, first.known),
      open ? button("Back to now", () => change({ as_of: null, known_at: null })) : "",
    );
  };
  bar.addEventListener("toggle", () => fill().catch((error) => sliders.replaceChildren(failure(error))), { once: true });
  return bar;
}

function summary({ as_of, known_at }) {
  if (!as_of && !known_at) return "now";
  const parts = [];
  if (as_of) parts.push(`as of ${day(as_of, "date")}`);
  if (known_at) parts.push(`as known on ${day(known_at, "date")}`);
  return parts.join(", ");
}

async function earliest(api) {
  const stats = await api.get("stats");
  const [facts, events] = await Promise.all([
    api.get("memories", { layer: "semantic", limit: 500 }),
    api.get("timeline", { limit: 1 }),
  ]);
  const known = Math.min(...stats.layers.map((l) => (l.oldest ? Date.parse(l.oldest) : Date.now())));
  const world = [
    known,
    ...facts.items.map((m) => Date.parse(m.fact.valid_from)),
    ...events.items.map((m) => Date.parse(m.event.occurred_from)),
  ].filter(Number.isFinite);
  return { known, world: Math.min(...world) };
}

function slider(label, name, chosen, oldest) {
  const first = Math.min(oldest, Date.parse(chosen) || oldest);
  const last = Date.now();
  const span = Math.max(1, Math.ceil((last - first) / DAY));
  const asked = chosen ? Math.round((Date.parse(chosen) - first) / DAY) : span;
  const at = Number.isNaN(asked) ? span : Math.max(0, asked);
  const tell = (value) => (value >= span ? "now" : day(moment(value), "date"));
  const moment = (value) => endOfDay(first + value * DAY);
  const output = h("output", {}, tell(at));
  const range = h("input", { type: "range", min: 0, max: span, value: Math.min(at, span), name });
  range.setAttribute("aria-valuetext", tell(at));
  range.addEventListener("input", () => {
    output.textContent = tell(Number(range.value));
    range.setAttribute("aria-valuetext", output.textContent);
  });
  range.addEventListener("change", () => {
    const value = Number(range.value);
    change({ [name]: value >= span ? null : moment(value) });
  });
  return h("label", { class: "slider" }, h("span", {}, label), range, output);
}

/** The last second of a day in UTC, as the API takes it. */
function endOfDay(milliseconds) {
  return `${new Date(milliseconds).toISOString().slice(0, 10)}T23:59:59Z`;
}

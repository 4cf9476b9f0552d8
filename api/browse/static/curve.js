// How a memory will fade if nobody uses it: importance × rate^(idle days / slowdown).

import { h, svg } from "./dom.js";

const YEARS = 2;
const DAYS = 365 * YEARS;
const STALE = 0.5;
const [WIDTH, HEIGHT, LEFT, BOTTOM] = [320, 120, 24, 18];

export function curve(parts) {
  const at = (days) => parts.importance * parts.rate_per_day ** ((parts.idle_days + days) / parts.slowdown_by_use);
  const x = (days) => LEFT + (days / DAYS) * (WIDTH - LEFT - 4);
  const y = (strength) => HEIGHT - BOTTOM - (strength / 10) * (HEIGHT - BOTTOM - 6);
  const points = Array.from({ length: 41 }, (_, i) => (i * DAYS) / 40).map((d) => `${x(d).toFixed(1)},${y(at(d)).toFixed(1)}`);
  const label = told(at, parts);
  return h(
    "figure",
    { class: "curve" },
    svg(
      "svg",
      { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": label },
      svg("line", { class: "axis", x1: LEFT, x2: WIDTH, y1: y(0), y2: y(0) }),
      svg("line", { class: "stale", x1: LEFT, x2: WIDTH, y1: y(STALE), y2: y(STALE) }),
      svg("polyline", { class: "fade", points: points.join(" ") }),
      svg("text", { x: 2, y: y(10) + 8 }, "10"),
      svg("text", { x: 2, y: y(0) }, "0"),
      ...Array.from({ length: YEARS }, (_, i) => svg("text", { x: x(365 * (i + 1)) - 34, y: HEIGHT - 4 }, `${i + 1} year${i ? "s" : ""}`)),
    ),
    h("figcaption", {}, label),
  );
}

function told(at, parts) {
  if (parts.rate_per_day >= 1 || at(0) <= 0) return "It does not fade.";
  if (at(0) < STALE) return "It has faded below what is recalled.";
  return `Without use it is no longer recalled in ${span(daysLeft(at(0), parts.rate_per_day) * parts.slowdown_by_use)}.`;
}

/** Days until a strength falls to what is no longer recalled, if nothing slows it down; null where it does not fade. */
export function daysLeft(strength, rate) {
  if (rate >= 1 || strength <= 0) return null;
  return Math.max(0, Math.log(STALE / strength) / Math.log(rate));
}

/** What is kept per day, out of the parts that `why` tells. */
export const rateOf = (why) => why.strength.find((p) => p.name === "rate_per_day").value;

export const span = (days) => (days > 730 ? `${(days / 365).toFixed(1)} years` : `${Math.round(days)} days`);

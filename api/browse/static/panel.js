// The details beside a view: one memory or one entity.

import { button, failure, h, put } from "./dom.js";
import { entityPanel } from "./panel-entity.js";
import { memoryPanel } from "./panel-memory.js";

const NARROW = matchMedia("(max-width: 900px)");
const BEHIND = ["main", "nav", "header", ".foot", ".skip"];

/** On a narrow screen the panel covers the page: what lies behind it takes no focus meanwhile. */
function cover() {
  const covered = NARROW.matches && !document.getElementById("panel").hidden;
  for (const part of BEHIND) document.querySelector(part).inert = covered;
}

NARROW.addEventListener("change", cover);

/** Fills the panel for what the place names; `current()` tells whether the reader is still there. */
export async function showPanel(panel, context, close, current) {
  const { m, e } = context.params;
  if (!m && !e) {
    const left = panel.contains(document.activeElement);
    panel.hidden = true;
    panel.replaceChildren();
    cover();
    if (left) document.getElementById("main").focus({ preventScroll: true });
    return;
  }
  const opened = panel.hidden || panel.dataset.shows !== (m || e);
  panel.hidden = false;
  cover();
  panel.dataset.shows = m || e;
  panel.setAttribute("aria-busy", "true");
  if (opened) panel.replaceChildren(h("p", { class: "loading" }, "Loading …"));
  const content = await (m ? memoryPanel(context, m) : entityPanel(context, e)).catch((error) => [h("h2", {}, "Not here"), failure(error)]);
  if (!current()) return;
  put(panel, button("Close", close, { class: "quiet close" }), content);
  panel.removeAttribute("aria-busy");
  if (opened) panel.focus({ preventScroll: innerWidth > 900 });
}

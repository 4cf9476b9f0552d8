// Puts the page together: where we are, which view, which panel.

import { UserApi, setKey } from "./api.js";
import { announce, failure, h, put, said } from "./dom.js";
import { VIEWS, address, change, moments, place } from "./place.js";
import { showPanel } from "./panel.js";
import { signIn } from "./sign-in.js";
import { startTheme } from "./theme.js";
import { timeBar } from "./time-bar.js";
import { ask } from "./view-ask.js";
import { consents } from "./view-consents.js";
import { data } from "./view-data.js";
import { entities } from "./view-entities.js";
import { graph } from "./view-graph.js";
import { history } from "./view-history.js";
import { memories } from "./view-memories.js";
import { overview } from "./view-overview.js";
import { rules } from "./view-rules.js";
import { timeline } from "./view-timeline.js";

const DRAW = { overview, graph, memories, timeline, rules, ask, entities, history, consents, data };
const TIMED = new Set(["graph", "memories", "timeline", "rules", "ask"]);
const main = document.getElementById("main");
const panel = document.getElementById("panel");
const nav = document.getElementById("nav");
const leave = document.getElementById("leave");
const who = document.getElementById("who");
let shown = { where: null, view: null, panel: null };
let turn = 0;
let close = () => {};

async function route(force = false) {
  const here = place();
  frame(here);
  if (!here.user) {
    await showPanel(panel, { params: {} });
    shown.view = shown.panel = null;
    return draw("", () => signIn());
  }
  const api = new UserApi(here.user);
  const context = { api, user: here.user, params: here.params, at: moments(here.params), refresh };
  await Promise.all([viewPart(here, context, force), panelPart(here, context, force)]);
}

/** Everything is read anew after something was changed. */
function refresh() {
  return route(true);
}

function frame({ user, view, params }) {
  nav.hidden = leave.hidden = !user;
  who.title = user;
  put(who, user && [h("span", { class: "of" }, "Memory of "), said(user, "strong")]);
  document.title = `${user ? VIEWS[view] : "Sign in"} – user-memory`;
  const kept = { as_of: params.as_of, known_at: params.known_at };
  nav.replaceChildren(
    ...Object.entries(VIEWS).map(([name, title]) =>
      h("a", { href: address(user, name, kept), "aria-current": name === view ? "page" : null }, title),
    ),
  );
  nav.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
}

async function viewPart(here, context, force) {
  const { m, e, ...own } = here.params;
  const name = JSON.stringify([here.user, here.view, own]);
  if (!force && shown.view === name) return;
  shown.view = name;
  await draw(`${here.user}/${here.view}`, async () => {
    const bar = TIMED.has(here.view) ? timeBar(context) : null;
    const content = await DRAW[here.view](context);
    return bar ? [content[0], bar, ...content.slice(1)] : content;
  });
}

/** Shows what `build` answers, unless the reader has gone elsewhere meanwhile. */
async function draw(where, build) {
  const mine = ++turn;
  const moved = shown.where !== where;
  const came = moved && shown.where !== null && where;
  shown.where = where;
  main.setAttribute("aria-busy", "true");
  if (moved) main.replaceChildren(h("p", { class: "loading" }, "Loading …"));
  const content = await build().catch(failed);
  if (mine !== turn) return;
  close();
  put(main, content);
  main.removeAttribute("aria-busy");
  const stage = main.querySelector("[data-stage]");
  close = () => stage?.dispatchEvent(new Event("leave"));
  stage?.dispatchEvent(new Event("enter"));
  if (came) main.focus({ preventScroll: true });
  if (moved) announce(main.querySelector("h1")?.textContent || "");
}

function failed(error) {
  shown.view = null;
  if (error.status === 401) return signIn(place().user, error);
  return [h("h1", {}, "This cannot be shown"), failure(error, refresh)];
}

async function panelPart(here, context, force) {
  const name = JSON.stringify([here.user, here.params.m, here.params.e, here.params.as_of, here.params.known_at]);
  if (!force && shown.panel === name) return;
  shown.panel = name;
  await showPanel(panel, context, () => change({ m: null, e: null }), () => shown.panel === name);
}

leave.addEventListener("click", () => {
  setKey("");
  shown = { where: null, view: null, panel: null };
  location.hash = "#/";
});
addEventListener("hashchange", () => route());
addEventListener("keydown", (event) => {
  if (event.key === "Escape" && !panel.hidden) change({ m: null, e: null });
});
startTheme(document.getElementById("theme"));
route();

// Light, dark, or as the system has it.

import { h } from "./dom.js";

const NAME = "user-memory-theme";
const NEXT = { system: "light", light: "dark", dark: "system" };

export function startTheme(control) {
  let theme = document.documentElement.dataset.theme || "system";
  const show = () => {
    control.replaceChildren(h("span", { class: "of" }, "Theme: "), theme);
    control.setAttribute("aria-label", `Theme: ${theme}`);
    if (theme === "system") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
    changed();
  };
  control.addEventListener("click", () => {
    theme = NEXT[theme];
    try {
      localStorage.setItem(NAME, theme);
    } catch {
      // Without storage the choice holds until the page is closed.
    }
    show();
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", changed);
  show();
}

const probe = document.createElement("span");
const known = new Map();
probe.hidden = true;
document.body.append(probe);

/** The colour that a CSS variable stands for now. */
export function colour(name) {
  if (!known.has(name)) {
    probe.style.color = `var(${name})`;
    known.set(name, getComputedStyle(probe).color);
  }
  return known.get(name);
}

function changed() {
  known.clear();
  dispatchEvent(new Event("themechange"));
}

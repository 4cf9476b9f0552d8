// Where the reader is: "#/USER/VIEW?m=MEMORY&as_of=…". A place can be shared; it holds no key.

export const VIEWS = {
  overview: "Overview",
  graph: "Graph",
  memories: "Memories",
  timeline: "Timeline",
  rules: "Rules",
  ask: "Ask",
  entities: "Entities",
  history: "History",
  consents: "Consents",
  data: "Export & erase",
};

export function place() {
  const [path, search = ""] = location.hash.replace(/^#\/?/, "").split("?");
  const [user = "", view = ""] = path.split("/");
  return {
    user: decode(user),
    view: view in VIEWS ? view : "overview",
    params: Object.fromEntries(new URLSearchParams(search)),
  };
}

function decode(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}

export function address(user, view = "overview", params = {}) {
  const pairs = Object.entries(params).filter(([, v]) => v !== undefined && v !== null && v !== "");
  const search = new URLSearchParams(pairs).toString();
  return `#/${encodeURIComponent(user)}/${view}${search ? `?${search}` : ""}`;
}

/** Go to the same place with some parameters changed; `null` takes one away. */
export function change(params, view) {
  const here = place();
  const kept = { ...here.params, ...params };
  location.hash = address(here.user, view || here.view, kept);
}

/** The moments that every picture and list is drawn for. */
export function moments(params) {
  return { as_of: params.as_of, known_at: params.known_at };
}

// The public HTTP API, and nothing else. The key stays in this tab's session storage and goes out as a header.

const KEY = "user-memory-key";

export class ApiError extends Error {
  constructor(status, problem) {
    super(problem.detail || problem.title || `The service answered ${status}.`);
    this.status = status;
    this.title = problem.title;
  }
}

export function key() {
  return sessionStorage.getItem(KEY) || "";
}

export function setKey(value) {
  if (value) sessionStorage.setItem(KEY, value);
  else sessionStorage.removeItem(KEY);
}

function query(values) {
  const pairs = new URLSearchParams();
  for (const [name, value] of Object.entries(values || {}))
    if (value !== undefined && value !== null && value !== "") pairs.set(name, value);
  const text = pairs.toString();
  return text ? `?${text}` : "";
}

async function send(method, path, { params, body } = {}) {
  const headers = { Accept: "application/json" };
  if (key()) headers.Authorization = `Bearer ${key()}`;
  if (body !== undefined) headers["Content-Type"] = "application/json";
  let answer;
  try {
    answer = await fetch(`v1/${path}${query(params)}`, {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
      cache: "no-store",
      credentials: "omit",
    });
  } catch {
    throw new ApiError(0, { detail: "The service does not answer. Check that it runs, then try again." });
  }
  if (!answer.ok) throw new ApiError(answer.status, await answer.json().catch(() => ({})));
  return answer;
}

export async function users() {
  return (await (await send("GET", "users", { params: { limit: 200 } })).json()).items;
}

/** The calls about one user. */
export class UserApi {
  constructor(user) {
    this.user = user;
    this.base = `users/${encodeURIComponent(user)}`;
  }

  async call(method, path, options) {
    const answer = await send(method, `${this.base}${path ? `/${path}` : ""}`, options);
    return answer.json();
  }

  get(path, params) {
    return this.call("GET", path, { params });
  }

  post(path, body) {
    return this.call("POST", path, { body });
  }

  /** Every item of a list, page by page, up to `most`. */
  async all(path, params = {}, most = 5000) {
    const items = [];
    let cursor;
    do {
      const page = await this.get(path, { ...params, limit: 500, cursor });
      items.push(...page.items);
      cursor = page.next_cursor;
    } while (cursor && items.length < most);
    return items;
  }

  /** A file as the service names it. */
  async file(path, params) {
    const answer = await send("GET", `${this.base}/${path}`, { params });
    const name = /filename="([^"]+)"/.exec(answer.headers.get("content-disposition") || "");
    return { blob: await answer.blob(), name: name ? name[1] : "memory" };
  }
}

/** An id as a segment of a path. */
export const segment = encodeURIComponent;

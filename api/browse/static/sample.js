// A small invented person, so that an empty memory can be tried out.

const FACTS = [
  ["user", "lives_in", "Lisbon", { valid_from: "2024-05-01T00:00:00Z", precision: "month" }],
  ["user", "works_for", "Harbour Books", {}],
  ["user", "job_title", "translator", {}],
  ["user", "sibling", "Nina", {}],
  ["Nina", "lives_in", "Oslo", {}],
  ["Nina", "works_for", "Fjord Labs", {}],
  ["user", "friend", "Tomás", {}],
  ["Tomás", "works_for", "Harbour Books", {}],
  ["user", "pet", "Pixel", {}],
  ["user", "likes", "filter coffee", {}],
  ["user", "dislikes", "long meetings", {}],
  ["user", "hobby", "bouldering", {}],
  ["user", "plays", "cello", {}],
  ["user", "diet", "vegetarian", {}],
];
const EVENTS = [
  ["user moved from Porto to Lisbon", "2024-05-01T00:00:00Z", "2024-06-01T00:00:00Z", "month", []],
  ["user and Nina hiked in Jotunheimen", "2025-07-12T00:00:00Z", "2025-07-13T00:00:00Z", "day", ["Nina"]],
  ["Tomás invited user to a book fair", "2025-10-03T00:00:00Z", "2025-10-04T00:00:00Z", "day", ["Tomás"]],
];
const RULES = [
  ["answer in short paragraphs", null],
  ["suggest vegetarian dishes", "planning a meal"],
];
const MORE = { tags: ["sample"] };

export async function loadSample(api) {
  await api.post("memories", fact(["user", "lives_in", "Porto", { valid_from: "2019-09-01T00:00:00Z", precision: "month" }]));
  for (const item of FACTS) await api.post("memories", fact(item));
  for (const [content, occurred_from, occurred_to, precision, involves] of EVENTS)
    await api.post("memories", { layer: "episodic", content, event: { occurred_from, occurred_to, precision, involves }, ...MORE });
  for (const [instruction, condition] of RULES)
    await api.post("memories", { layer: "procedural", rule: { instruction, condition }, ...MORE });
}

function fact([subject, predicate, object, more]) {
  return { layer: "semantic", fact: { subject, predicate, object, ...more }, ...MORE };
}

// name: audit.memories
// mode: read
// scope: owner
// params: owner
MATCH (m:Memory {owner: $owner})
WITH collect(m) AS ms
RETURN [m IN ms | m.id] AS memory, [m IN ms | m.content] AS content, [m IN ms | m.status] AS status,
  [m IN ms | toString(m.recorded_at)] AS recorded_at, [m IN ms | toString(m.archived_at)] AS archived_at

// name: audit.evidence
// mode: read
// scope: owner
// params: owner
MATCH (m:Memory {owner: $owner})
MATCH (m)-[r:EVIDENCED_BY]->(s:Source {owner: $owner})
WITH collect(m.id) AS memory, collect(s) AS ss
RETURN memory, [s IN ss | s.message_id] AS message_id, [s IN ss | s.role] AS role, [s IN ss | toString(s.recorded_at)] AS at

// name: audit.retirements
// mode: read
// scope: owner
// params: owner
MATCH (m:Memory {owner: $owner})
MATCH (m)-[r:RETIRED_BY]->(s:Source {owner: $owner})
WITH collect(m.id) AS memory, collect(s) AS ss, collect(r) AS rs
RETURN memory, [s IN ss | s.message_id] AS message_id, [r IN rs | r.operation] AS operation, [r IN rs | r.reason] AS reason,
  [s IN ss | toString(s.recorded_at)] AS at

// name: audit.successions
// mode: read
// scope: owner
// params: owner
MATCH (m:Memory {owner: $owner})
MATCH (m)-[r:SUPERSEDES]->(old:Memory {owner: $owner})
WITH collect(m.id) AS memory, collect(old.id) AS old, collect(r) AS rs
RETURN memory, old, [r IN rs | r.reason] AS reason, [r IN rs | toString(r.at)] AS at

// name: audit.receipts
// mode: read
// scope: owner
// params: owner
MATCH (p:Receipt {owner: $owner})
RETURN p.id AS id, p.kind AS kind, p.at AS at, p.counts AS counts
ORDER BY at, id

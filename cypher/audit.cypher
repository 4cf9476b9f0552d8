// name: audit.memories
// mode: read
// scope: owner
// params: owner
MATCH (m:Memory {owner: $owner})
RETURN m.id AS memory, m.content AS content, m.recorded_at AS recorded_at, m.status AS status, m.archived_at AS archived_at
ORDER BY memory

// name: audit.evidence
// mode: read
// scope: owner
// params: owner
MATCH (m:Memory {owner: $owner})
MATCH (m)-[r:EVIDENCED_BY]->(s:Source {owner: $owner})
RETURN m.id AS memory, s.message_id AS message_id, s.role AS role, s.recorded_at AS at
ORDER BY at, message_id

// name: audit.retirements
// mode: read
// scope: owner
// params: owner
MATCH (m:Memory {owner: $owner})
MATCH (m)-[r:RETIRED_BY]->(s:Source {owner: $owner})
RETURN m.id AS memory, s.message_id AS message_id, r.operation AS operation, r.reason AS reason, s.recorded_at AS at
ORDER BY at, message_id

// name: audit.successions
// mode: read
// scope: owner
// params: owner
MATCH (m:Memory {owner: $owner})
MATCH (m)-[r:SUPERSEDES]->(old:Memory {owner: $owner})
RETURN m.id AS memory, old.id AS old, r.reason AS reason, r.at AS at
ORDER BY memory, old

// name: audit.receipts
// mode: read
// scope: owner
// params: owner
MATCH (p:Receipt {owner: $owner})
RETURN p.id AS id, p.kind AS kind, p.at AS at, p.counts AS counts
ORDER BY at, id

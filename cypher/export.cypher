// name: export.entities
// mode: write
// scope: owner
// params: owner, rows
UNWIND $rows AS row
MERGE (e:Entity {owner: $owner, id: row.id, kind: row.kind, key: row.key})
SET e.name = row.name, e.aliases = row.aliases, e.mentions = row.mentions,
  e.first_seen_at = datetime(row.first_seen_at), e.last_seen_at = datetime(row.last_seen_at)

// name: export.sources
// mode: write
// scope: owner
// params: owner, rows
UNWIND $rows AS row
MERGE (s:Source {owner: $owner, id: row.message_id, message_id: row.message_id})
SET s.session_id = row.session_id, s.role = row.role, s.at = datetime(row.at)

// name: export.facts
// mode: write
// scope: owner
// params: owner, rows
UNWIND $rows AS row
MATCH (a:Entity {owner: $owner, id: row.subject})
MATCH (b:Entity {owner: $owner, id: row.object})
MERGE (m:Memory:Semantic {owner: $owner, id: row.id})
MERGE (m)-[:SUBJECT]->(a)
MERGE (m)-[:OBJECT]->(b)
SET m.content = row.content, m.status = row.status, m.confidence = row.confidence, m.importance = row.importance,
  m.tags = row.tags, m.pinned = row.pinned, m.recorded_at = datetime(row.recorded_at),
  m.predicate = row.predicate, m.polarity = row.polarity, m.qualifier = row.qualifier,
  m.valid_from = CASE WHEN row.valid_from IS NULL THEN null ELSE datetime(row.valid_from) END,
  m.valid_to = CASE WHEN row.valid_to IS NULL THEN null ELSE datetime(row.valid_to) END

// name: export.events
// mode: write
// scope: owner
// params: owner, rows
UNWIND $rows AS row
MERGE (m:Memory:Episodic {owner: $owner, id: row.id})
SET m.content = row.content, m.status = row.status, m.confidence = row.confidence, m.importance = row.importance,
  m.tags = row.tags, m.pinned = row.pinned, m.recorded_at = datetime(row.recorded_at), m.precision = row.precision,
  m.occurred_from = CASE WHEN row.occurred_from IS NULL THEN null ELSE datetime(row.occurred_from) END,
  m.occurred_to = CASE WHEN row.occurred_to IS NULL THEN null ELSE datetime(row.occurred_to) END

// name: export.rules
// mode: write
// scope: owner
// params: owner, rows
UNWIND $rows AS row
MERGE (m:Memory:Procedural {owner: $owner, id: row.id})
SET m.content = row.content, m.status = row.status, m.confidence = row.confidence, m.importance = row.importance,
  m.tags = row.tags, m.pinned = row.pinned, m.recorded_at = datetime(row.recorded_at), m.condition = row.condition,
  m.instruction = row.instruction, m.polarity = row.polarity, m.scope = row.scope

// name: export.involves
// mode: write
// scope: owner
// params: owner, rows
UNWIND $rows AS row
MATCH (m:Memory {owner: $owner, id: row.memory})
MATCH (e:Entity {owner: $owner, id: row.entity})
MERGE (m)-[:INVOLVES]->(e)

// name: export.evidence
// mode: write
// scope: owner
// params: owner, rows
UNWIND $rows AS row
MATCH (m:Memory {owner: $owner, id: row.memory})
MATCH (s:Source {owner: $owner, message_id: row.message_id})
MERGE (m)-[r:EVIDENCED_BY]->(s)
SET r.start = row.start, r.end = row.end, r.quote = row.quote

// name: export.supersedes
// mode: write
// scope: owner
// params: owner, rows
UNWIND $rows AS row
MATCH (m:Memory {owner: $owner, id: row.memory})
MATCH (old:Memory {owner: $owner, id: row.old})
MERGE (m)-[:SUPERSEDES]->(old)

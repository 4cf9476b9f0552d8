// What reads whole memories answers one record of columns, with times as texts: the driver takes longer to make a record or a
// time than the database to find one.

// name: memories.all
// mode: read
// scope: owner
// params: owner
MATCH (m:Memory {owner: $owner})
WITH collect(m) AS ms
RETURN [m IN ms | m.id] AS id, [m IN ms | labels(m)] AS labels, [m IN ms | m.content] AS content,
  [m IN ms | m.status] AS status, [m IN ms | m.confidence] AS confidence, [m IN ms | m.importance] AS importance,
  [m IN ms | m.tags] AS tags, [m IN ms | m.pinned] AS pinned, [m IN ms | m.access_count] AS access_count,
  [m IN ms | toString(m.recorded_at)] AS recorded_at, [m IN ms | toString(m.ended_at)] AS ended_at,
  [m IN ms | toString(m.retired_at)] AS retired_at, [m IN ms | toString(m.expires_at)] AS expires_at,
  [m IN ms | toString(m.last_accessed_at)] AS last_accessed_at, [m IN ms | m.predicate] AS predicate,
  [m IN ms | m.polarity] AS polarity, [m IN ms | m.qualifier] AS qualifier,
  [m IN ms | toString(m.valid_from)] AS valid_from, [m IN ms | toString(m.valid_to)] AS valid_to,
  [m IN ms | m.valid_precision] AS valid_precision, [m IN ms | toString(m.occurred_from)] AS occurred_from,
  [m IN ms | toString(m.occurred_to)] AS occurred_to, [m IN ms | m.precision] AS precision,
  [m IN ms | m.instruction] AS instruction, [m IN ms | m.condition] AS condition, [m IN ms | m.scope] AS scope,
  [m IN ms | m.embedding] AS embedding, [m IN ms | m.embedding_model] AS embedding_model

// name: memories.entities_all
// mode: read
// scope: owner
// params: owner
MATCH (m:Memory {owner: $owner})
MATCH (m)-[r:SUBJECT|OBJECT|INVOLVES|APPLIES_TO]->(e:Entity {owner: $owner})
WITH collect(m.id) AS memory, collect(r) AS rs, collect(e.id) AS entity
RETURN memory, [r IN rs | type(r)] AS as, entity

// name: memories.evidence_all
// mode: read
// scope: owner
// params: owner
MATCH (m:Memory {owner: $owner})
MATCH (m)-[r:EVIDENCED_BY]->(s:Source {owner: $owner})
WITH collect(m.id) AS memory, collect(s) AS ss, collect(r) AS rs
RETURN memory, [s IN ss | s.id] AS source, [s IN ss | s.message_id] AS message_id, [s IN ss | s.session_id] AS session_id,
  [s IN ss | s.role] AS role, [s IN ss | s.speaker] AS speaker, [s IN ss | toString(s.at)] AS at, [s IN ss | s.seq] AS seq,
  [r IN rs | r.start] AS start, [r IN rs | r.end] AS end, [r IN rs | r.quote] AS quote

// name: memories.links_all
// mode: read
// scope: owner
// params: owner
MATCH (m:Memory {owner: $owner})
MATCH (m)-[r:SUPERSEDES|ABOUT]->(other:Memory {owner: $owner})
WITH collect(m.id) AS memory, collect(r) AS rs, collect(other.id) AS other
RETURN memory, [r IN rs | type(r)] AS as, other

// name: memories.by_ids
// mode: read
// scope: owner
// params: owner, ids
UNWIND $ids AS id
MATCH (m:Memory {owner: $owner, id: id})
WITH collect(m) AS ms
RETURN [m IN ms | m.id] AS id, [m IN ms | labels(m)] AS labels, [m IN ms | m.content] AS content,
  [m IN ms | m.status] AS status, [m IN ms | m.confidence] AS confidence, [m IN ms | m.importance] AS importance,
  [m IN ms | m.tags] AS tags, [m IN ms | m.pinned] AS pinned, [m IN ms | m.access_count] AS access_count,
  [m IN ms | toString(m.recorded_at)] AS recorded_at, [m IN ms | toString(m.ended_at)] AS ended_at,
  [m IN ms | toString(m.retired_at)] AS retired_at, [m IN ms | toString(m.expires_at)] AS expires_at,
  [m IN ms | toString(m.last_accessed_at)] AS last_accessed_at, [m IN ms | m.predicate] AS predicate,
  [m IN ms | m.polarity] AS polarity, [m IN ms | m.qualifier] AS qualifier,
  [m IN ms | toString(m.valid_from)] AS valid_from, [m IN ms | toString(m.valid_to)] AS valid_to,
  [m IN ms | m.valid_precision] AS valid_precision, [m IN ms | toString(m.occurred_from)] AS occurred_from,
  [m IN ms | toString(m.occurred_to)] AS occurred_to, [m IN ms | m.precision] AS precision,
  [m IN ms | m.instruction] AS instruction, [m IN ms | m.condition] AS condition, [m IN ms | m.scope] AS scope,
  [m IN ms | m.embedding] AS embedding, [m IN ms | m.embedding_model] AS embedding_model

// name: memories.entities_by_ids
// mode: read
// scope: owner
// params: owner, ids
UNWIND $ids AS id
MATCH (m:Memory {owner: $owner, id: id})
MATCH (m)-[r:SUBJECT|OBJECT|INVOLVES|APPLIES_TO]->(e:Entity {owner: $owner})
WITH collect(m.id) AS memory, collect(r) AS rs, collect(e.id) AS entity
RETURN memory, [r IN rs | type(r)] AS as, entity

// name: memories.evidence_by_ids
// mode: read
// scope: owner
// params: owner, ids
UNWIND $ids AS id
MATCH (m:Memory {owner: $owner, id: id})
MATCH (m)-[r:EVIDENCED_BY]->(s:Source {owner: $owner})
WITH collect(m.id) AS memory, collect(s) AS ss, collect(r) AS rs
RETURN memory, [s IN ss | s.id] AS source, [s IN ss | s.message_id] AS message_id, [s IN ss | s.session_id] AS session_id,
  [s IN ss | s.role] AS role, [s IN ss | s.speaker] AS speaker, [s IN ss | toString(s.at)] AS at, [s IN ss | s.seq] AS seq,
  [r IN rs | r.start] AS start, [r IN rs | r.end] AS end, [r IN rs | r.quote] AS quote

// name: memories.links_by_ids
// mode: read
// scope: owner
// params: owner, ids
UNWIND $ids AS id
MATCH (m:Memory {owner: $owner, id: id})
MATCH (m)-[r:SUPERSEDES|ABOUT]->(other:Memory {owner: $owner})
WITH collect(m.id) AS memory, collect(r) AS rs, collect(other.id) AS other
RETURN memory, [r IN rs | type(r)] AS as, other

// name: memories.ends_by_ids
// mode: read
// scope: owner
// params: owner, ids
UNWIND $ids AS id
MATCH (m:Memory {owner: $owner, id: id})
MATCH (s:Entity {owner: $owner})<-[:SUBJECT]-(m)-[:OBJECT]->(o:Entity {owner: $owner})
RETURN m.id AS memory, s.id AS subject, s.name AS subject_name, s.kind AS subject_kind,
  o.id AS object, o.name AS object_name, o.kind AS object_kind

// name: memories.involved_by_ids
// mode: read
// scope: owner
// params: owner, ids
UNWIND $ids AS id
MATCH (m:Memory {owner: $owner, id: id})
MATCH (m)-[:INVOLVES|APPLIES_TO]->(e:Entity {owner: $owner})
RETURN m.id AS memory, e.id AS id, e.name AS name, e.kind AS kind
ORDER BY memory, id

// name: memories.replaced_by_ids
// mode: read
// scope: owner
// params: owner, ids
UNWIND $ids AS id
MATCH (m:Memory {owner: $owner, id: id})
MATCH (m)-[r:SUPERSEDES]->(old:Memory {owner: $owner})
RETURN m.id AS memory, old.id AS old, r.reason AS reason, r.at AS at
ORDER BY memory, old

// name: memories.about_by_ids
// mode: read
// scope: owner
// params: owner, ids
UNWIND $ids AS id
MATCH (m:Memory {owner: $owner, id: id})
MATCH (m)-[:ABOUT]->(e:Episodic {owner: $owner})
RETURN m.id AS memory, e.id AS event
ORDER BY memory, event

// name: memories.by_slots
// mode: read
// scope: owner
// params: owner, slots
UNWIND $slots AS slot
MATCH (m:Memory {owner: $owner, slot: slot})
RETURN m, labels(m) AS labels
ORDER BY m.id

// name: memories.create_semantic
// mode: write
// scope: owner
// params: owner, rows
UNWIND $rows AS row
MERGE (m:Memory:Semantic {owner: $owner, id: row.id})
ON CREATE SET m.slot = row.slot, m.access_count = 0, m.pinned = false, m.tags = row.tags, m.recorded_at = datetime(row.recorded_at)
RETURN count(m) AS n

// name: memories.create_episodic
// mode: write
// scope: owner
// params: owner, rows
UNWIND $rows AS row
MERGE (m:Memory:Episodic {owner: $owner, id: row.id})
ON CREATE SET m.slot = row.slot, m.access_count = 0, m.pinned = false, m.tags = row.tags, m.recorded_at = datetime(row.recorded_at)
RETURN count(m) AS n

// name: memories.create_procedural
// mode: write
// scope: owner
// params: owner, rows
UNWIND $rows AS row
MERGE (m:Memory:Procedural {owner: $owner, id: row.id})
ON CREATE SET m.slot = row.slot, m.access_count = 0, m.pinned = false, m.tags = row.tags, m.recorded_at = datetime(row.recorded_at)
RETURN count(m) AS n

// name: memories.write_semantic
// mode: write
// scope: owner
// params: owner, rows
UNWIND $rows AS row
MATCH (m:Semantic {owner: $owner, id: row.id})
SET m.slot = row.slot, m.content = row.content, m.status = row.status, m.confidence = row.confidence, m.importance = row.importance,
  m.ended_at = CASE WHEN row.ended_at IS NULL THEN null ELSE datetime(row.ended_at) END,
  m.retired_at = CASE WHEN row.retired_at IS NULL THEN null ELSE datetime(row.retired_at) END,
  m.predicate = row.predicate, m.polarity = row.polarity, m.qualifier = row.qualifier, m.valid_precision = row.precision,
  m.valid_from = CASE WHEN row.valid_from IS NULL THEN null ELSE datetime(row.valid_from) END,
  m.valid_to = CASE WHEN row.valid_to IS NULL THEN null ELSE datetime(row.valid_to) END
RETURN count(m) AS n

// name: memories.write_episodic
// mode: write
// scope: owner
// params: owner, rows
UNWIND $rows AS row
MATCH (m:Episodic {owner: $owner, id: row.id})
SET m.slot = row.slot, m.content = row.content, m.status = row.status, m.confidence = row.confidence, m.importance = row.importance,
  m.ended_at = CASE WHEN row.ended_at IS NULL THEN null ELSE datetime(row.ended_at) END,
  m.retired_at = CASE WHEN row.retired_at IS NULL THEN null ELSE datetime(row.retired_at) END,
  m.precision = row.precision,
  m.occurred_from = CASE WHEN row.valid_from IS NULL THEN null ELSE datetime(row.valid_from) END,
  m.occurred_to = CASE WHEN row.valid_to IS NULL THEN null ELSE datetime(row.valid_to) END
RETURN count(m) AS n

// name: memories.write_procedural
// mode: write
// scope: owner
// params: owner, rows
UNWIND $rows AS row
MATCH (m:Procedural {owner: $owner, id: row.id})
SET m.slot = row.slot, m.content = row.content, m.status = row.status, m.confidence = row.confidence, m.importance = row.importance,
  m.ended_at = CASE WHEN row.ended_at IS NULL THEN null ELSE datetime(row.ended_at) END,
  m.retired_at = CASE WHEN row.retired_at IS NULL THEN null ELSE datetime(row.retired_at) END,
  m.condition = row.condition, m.instruction = row.instruction, m.polarity = row.polarity, m.scope = row.rule_scope
RETURN count(m) AS n

// name: memories.embed
// mode: write
// scope: owner
// params: owner, rows
UNWIND $rows AS row
MATCH (m:Memory {owner: $owner, id: row.id})
SET m.embedding = row.embedding, m.embedding_model = row.model
RETURN count(m) AS n

// name: memories.embedded_otherwise
// mode: read
// scope: owner
// params: owner, model, after, limit
MATCH (m:Memory {owner: $owner})
WHERE m.id > $after AND (m.embedding_model IS NULL OR m.embedding_model <> $model)
RETURN m.id AS id, m.content AS content
ORDER BY id
LIMIT $limit

// name: memories.reembed
// mode: write
// scope: owner
// params: owner, rows
UNWIND $rows AS row
MATCH (m:Memory {owner: $owner, id: row.id})
WHERE m.content = row.content
SET m.embedding = row.embedding, m.embedding_model = row.model
RETURN count(m) AS n

// name: memories.link_subject
// mode: write
// scope: owner
// params: owner, rows
UNWIND $rows AS row
MATCH (m:Semantic {owner: $owner, id: row.memory})
MATCH (e:Entity {owner: $owner, id: row.target})
MERGE (m)-[r:SUBJECT]->(e)
RETURN count(r) AS n

// name: memories.link_object
// mode: write
// scope: owner
// params: owner, rows
UNWIND $rows AS row
MATCH (m:Semantic {owner: $owner, id: row.memory})
MATCH (e:Entity {owner: $owner, id: row.target})
MERGE (m)-[r:OBJECT]->(e)
RETURN count(r) AS n

// name: memories.link_involves
// mode: write
// scope: owner
// params: owner, rows
UNWIND $rows AS row
MATCH (m:Episodic {owner: $owner, id: row.memory})
MATCH (e:Entity {owner: $owner, id: row.target})
MERGE (m)-[r:INVOLVES]->(e)
RETURN count(r) AS n

// name: memories.link_applies_to
// mode: write
// scope: owner
// params: owner, rows
UNWIND $rows AS row
MATCH (m:Procedural {owner: $owner, id: row.memory})
MATCH (e:Entity {owner: $owner, id: row.target})
MERGE (m)-[r:APPLIES_TO]->(e)
RETURN count(r) AS n

// name: memories.link_about
// mode: write
// scope: owner
// params: owner, rows
UNWIND $rows AS row
MATCH (m:Memory {owner: $owner, id: row.memory})
MATCH (e:Episodic {owner: $owner, id: row.target})
MERGE (m)-[r:ABOUT]->(e)
RETURN count(r) AS n

// name: memories.link_supersedes
// mode: write
// scope: owner
// params: owner, rows
UNWIND $rows AS row
MATCH (m:Memory {owner: $owner, id: row.memory})
MATCH (old:Memory {owner: $owner, id: row.old})
MERGE (m)-[r:SUPERSEDES]->(old)
SET r.reason = row.reason, r.at = datetime(row.at)
RETURN count(r) AS n

// name: memories.unlink_supersedes
// mode: write
// scope: owner
// params: owner, ids
UNWIND $ids AS id
MATCH (m:Memory {owner: $owner})-[r:SUPERSEDES]->(old:Memory {owner: $owner, id: id})
WHERE r.reason <> "correction"
DELETE r

// name: memories.delete
// mode: write
// scope: owner
// params: owner, ids
UNWIND $ids AS id
MATCH (m:Memory {owner: $owner, id: id})
DETACH DELETE m

// name: memories.retirements
// mode: read
// scope: owner
// params: owner, id
MATCH (m:Memory {owner: $owner, id: $id})-[r:RETIRED_BY]->(s:Source {owner: $owner})
OPTIONAL MATCH (e:Entity {owner: $owner, id: s.speaker})
RETURN r.reason AS reason, r.at AS retired_at, s.id AS source, s.message_id AS message_id, s.session_id AS session_id, s.role AS role,
  s.at AS at, s.seq AS seq, r.start AS start, r.end AS end, r.quote AS quote,
  e.id AS speaker, e.name AS speaker_name, e.kind AS speaker_kind
ORDER BY seq, source

// name: memories.successors
// mode: read
// scope: owner
// params: owner, id
MATCH (new:Memory {owner: $owner})-[r:SUPERSEDES]->(m:Memory {owner: $owner, id: $id})
RETURN new.id AS memory, r.reason AS reason, r.at AS at
ORDER BY at, memory

// name: memories.followers
// mode: read
// scope: owner
// params: owner, id
MATCH (m:Memory {owner: $owner})-[:ABOUT]->(e:Episodic {owner: $owner, id: $id})
RETURN m.id AS memory
ORDER BY memory

// name: memories.page
// mode: read
// scope: owner
// params: owner, label, status, now, predicate, entity, tag, q, after_at, after_id, limit
MATCH (m:Memory {owner: $owner})
WHERE ($label IS NULL OR $label IN labels(m))
  AND ($status IS NULL OR $status = CASE WHEN m.status IN ["current", "tentative"] AND m.valid_to <= datetime($now) THEN "superseded" ELSE m.status END)
  AND ($predicate IS NULL OR m.predicate = $predicate) AND ($tag IS NULL OR $tag IN m.tags)
  AND ($q IS NULL OR toLower(m.content) CONTAINS toLower($q))
  AND ($after_at IS NULL OR m.recorded_at > datetime($after_at) OR (m.recorded_at = datetime($after_at) AND m.id > $after_id))
  AND ($entity IS NULL OR m.id IN $entity)
RETURN m.id AS id, m.recorded_at AS recorded_at
ORDER BY recorded_at, id
LIMIT $limit

// name: memories.timeline
// mode: read
// scope: owner
// params: owner, from, to, entity, after_at, after_id, limit
MATCH (m:Episodic {owner: $owner})
WHERE m.status IN ["current", "tentative"] AND m.occurred_from IS NOT NULL
  AND ($from IS NULL OR m.occurred_from >= datetime($from) OR m.occurred_to > datetime($from))
  AND ($to IS NULL OR m.occurred_from < datetime($to))
  AND ($entity IS NULL OR m.id IN $entity)
  AND ($after_at IS NULL OR m.occurred_from > datetime($after_at) OR (m.occurred_from = datetime($after_at) AND m.id > $after_id))
RETURN m.id AS id, m.occurred_from AS occurred_from
ORDER BY occurred_from, id
LIMIT $limit

// name: memories.set_access
// mode: write
// scope: owner
// params: owner, rows
UNWIND $rows AS row
MATCH (m:Memory {owner: $owner, id: row.id})
SET m.access_count = m.access_count + row.count,
  m.last_accessed_at = CASE WHEN m.last_accessed_at IS NULL OR m.last_accessed_at < datetime(row.at) THEN datetime(row.at) ELSE m.last_accessed_at END
RETURN count(m) AS n

// name: memories.set_status
// mode: write
// scope: owner
// params: owner, rows
UNWIND $rows AS row
MATCH (m:Memory {owner: $owner, id: row.id})
SET m.status = row.status
RETURN count(m) AS n

// name: memories.archive
// mode: write
// scope: owner
// params: owner, ids, now
UNWIND $ids AS id
MATCH (m:Memory {owner: $owner, id: id})
SET m.status = "archived", m.archived_at = datetime($now)
RETURN count(m) AS n

// name: memories.set_handling
// mode: write
// scope: owner
// params: owner, id, tags, pinned, importance, importance_set, expires_at
MATCH (m:Memory {owner: $owner, id: $id})
SET m.tags = $tags, m.pinned = $pinned, m.importance = $importance, m.importance_set = $importance_set,
  m.expires_at = CASE WHEN $expires_at IS NULL THEN null ELSE datetime($expires_at) END
RETURN m.id AS id

// name: memories.strength
// mode: read
// scope: owner
// params: owner
MATCH (m:Memory {owner: $owner})
RETURN m.id AS id, labels(m) AS labels, m.status AS status, m.importance AS importance, m.pinned AS pinned, m.predicate AS predicate,
  m.recorded_at AS recorded_at, m.last_accessed_at AS last_accessed_at, m.access_count AS access_count,
  m.archived_at AS archived_at, m.expires_at AS expires_at, m.valid_to AS valid_to, size(m.content) AS length
ORDER BY id

// name: memories.count_active
// mode: read
// scope: owner
// params: owner
MATCH (m:Memory {owner: $owner})
WHERE m.status IN ["current", "tentative"]
RETURN count(m) AS n

// name: memories.slot_of
// mode: read
// scope: owner
// params: owner, ids
UNWIND $ids AS id
MATCH (m:Memory {owner: $owner, id: id})
RETURN m.id AS id, m.slot AS slot

// name: sources.by_message_ids
// mode: read
// scope: owner
// params: owner, message_ids
UNWIND $message_ids AS message_id
MATCH (s:Source {owner: $owner, message_id: message_id})
RETURN s.id AS id, s.message_id AS message_id, s.digest AS digest, s.at AS at, s.seq AS seq, s.recorded_at AS recorded_at

// name: sources.create
// mode: write
// scope: owner
// params: owner, rows
UNWIND $rows AS row
CREATE (s:Source {owner: $owner, id: row.id, message_id: row.message_id, session_id: row.session_id, role: row.role,
  speaker: row.speaker, spoken_as: row.spoken_as, at: datetime(row.at), seq: row.seq, digest: row.digest, recorded_at: datetime(row.recorded_at)})
RETURN count(s) AS n

// name: sources.names
// mode: read
// scope: owner
// params: owner
MATCH (s:Source {owner: $owner})
WHERE s.spoken_as IS NOT NULL
RETURN s.spoken_as AS name, min(s.seq) AS seq
ORDER BY seq

// name: sources.speakers
// mode: read
// scope: owner
// params: owner
MATCH (s:Source {owner: $owner})
WHERE s.speaker IS NOT NULL
WITH DISTINCT s.speaker AS speaker
MATCH (e:Entity {owner: $owner, id: speaker})
RETURN e.name AS name

// name: sources.names_of
// mode: read
// scope: owner
// params: owner, ids
UNWIND $ids AS id
MATCH (s:Source {owner: $owner, id: id})
WHERE s.spoken_as IS NOT NULL
RETURN DISTINCT s.spoken_as AS name

// name: sources.of_session
// mode: read
// scope: owner
// params: owner, session_id
MATCH (s:Source {owner: $owner})
WHERE s.session_id = $session_id
RETURN s.id AS id

// name: sources.slots
// mode: read
// scope: owner
// params: owner, ids
UNWIND $ids AS id
MATCH (s:Source {owner: $owner, id: id})<-[:EVIDENCED_BY|RETIRED_BY]-(m:Memory {owner: $owner})
RETURN DISTINCT m.slot AS slot, m.id AS memory

// name: sources.orphans
// mode: read
// scope: owner
// params: owner
MATCH (s:Source {owner: $owner})
OPTIONAL MATCH (s)<-[:EVIDENCED_BY|RETIRED_BY]-(m:Memory {owner: $owner})
WITH s, count(m) AS links
WHERE links = 0
RETURN s.id AS id

// name: sources.delete
// mode: write
// scope: owner
// params: owner, ids
UNWIND $ids AS id
MATCH (s:Source {owner: $owner, id: id})
DETACH DELETE s

// name: sources.old_quotes
// mode: read
// scope: owner
// params: owner, before
MATCH (m:Memory {owner: $owner})-[r:EVIDENCED_BY|RETIRED_BY]->(s:Source {owner: $owner})
WHERE r.quote IS NOT NULL AND s.recorded_at <= datetime($before)
RETURN count(r) AS n

// name: sources.forget_quotes
// mode: write
// scope: owner
// params: owner, before
MATCH (m:Memory {owner: $owner})-[r:EVIDENCED_BY|RETIRED_BY]->(s:Source {owner: $owner})
WHERE r.quote IS NOT NULL AND s.recorded_at <= datetime($before)
SET r.quote = null
RETURN count(r) AS n

// name: sources.count
// mode: read
// scope: owner
// params: owner
MATCH (s:Source {owner: $owner})
RETURN count(s) AS n

// name: sources.linked
// mode: read
// scope: owner
// params: owner, ids
UNWIND $ids AS id
MATCH (s:Source {owner: $owner, id: id})<-[:EVIDENCED_BY|RETIRED_BY]-(m:Memory {owner: $owner})
RETURN DISTINCT s.id AS id

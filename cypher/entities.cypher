// name: entities.by_keys
// mode: read
// scope: owner
// params: owner, keys
MATCH (e:Entity {owner: $owner})
WHERE e.key IN $keys OR any(k IN e.alias_keys WHERE k IN $keys)
RETURN e
ORDER BY e.id

// name: entities.by_ids
// mode: read
// scope: owner
// params: owner, ids
UNWIND $ids AS id
MATCH (e:Entity {owner: $owner, id: id})
RETURN e
ORDER BY e.id

// name: entities.all
// mode: read
// scope: owner
// params: owner
MATCH (e:Entity {owner: $owner})
WITH collect(e) AS es
RETURN [e IN es | e.id] AS id, [e IN es | e.name] AS name, [e IN es | e.kind] AS kind, [e IN es | e.aliases] AS aliases,
  [e IN es | e.mentions] AS mentions, [e IN es | toString(e.first_seen_at)] AS first_seen_at,
  [e IN es | toString(e.last_seen_at)] AS last_seen_at

// name: entities.refs
// mode: read
// scope: owner
// params: owner, ids
UNWIND $ids AS id
MATCH (e:Entity {owner: $owner, id: id})
WITH collect(e) AS es
RETURN [e IN es | e.id] AS id, [e IN es | e.name] AS name, [e IN es | e.kind] AS kind

// name: entities.recent
// mode: read
// scope: owner
// params: owner, limit
MATCH (e:Entity {owner: $owner})
WHERE e.kind <> "value"
RETURN e
ORDER BY e.last_seen_at DESC, e.id
LIMIT $limit

// name: entities.page
// mode: read
// scope: owner
// params: owner, q, kind, hidden, answering, after_at, after_id, limit
MATCH (e:Entity {owner: $owner})
WHERE ($q IS NULL OR toLower(e.name) CONTAINS toLower($q) OR any(a IN e.aliases WHERE toLower(a) CONTAINS toLower($q)) OR e.id IN $answering)
  AND NOT e.id IN $hidden
  AND ($kind IS NULL OR e.kind = $kind)
  AND ($after_at IS NULL OR e.first_seen_at > datetime($after_at) OR (e.first_seen_at = datetime($after_at) AND e.id > $after_id))
RETURN e
ORDER BY e.first_seen_at, e.id
LIMIT $limit

// name: entities.create
// mode: write
// scope: owner
// params: owner, rows
UNWIND $rows AS row
CREATE (e:Entity {owner: $owner, id: row.id, kind: row.kind, key: row.key, name: row.name, aliases: row.aliases,
  alias_keys: row.alias_keys, mentions: 0, first_seen_at: datetime(row.at), last_seen_at: datetime(row.at)})
RETURN count(e) AS n

// name: entities.update
// mode: write
// scope: owner
// params: owner, rows
UNWIND $rows AS row
MATCH (e:Entity {owner: $owner, id: row.id})
SET e.name = row.name, e.key = row.key, e.aliases = row.aliases, e.alias_keys = row.alias_keys
RETURN count(e) AS n

// name: entities.mention
// mode: write
// scope: owner
// params: owner, rows
UNWIND $rows AS row
MATCH (e:Entity {owner: $owner, id: row.id})
SET e.first_seen_at = CASE WHEN e.mentions = 0 OR datetime(row.first) < e.first_seen_at THEN datetime(row.first) ELSE e.first_seen_at END,
  e.last_seen_at = CASE WHEN e.mentions = 0 OR datetime(row.last) > e.last_seen_at THEN datetime(row.last) ELSE e.last_seen_at END
SET e.mentions = e.mentions + row.count
RETURN count(e) AS n

// name: entities.links
// mode: read
// scope: owner
// params: owner, ids
UNWIND $ids AS id
MATCH (e:Entity {owner: $owner, id: id})<-[:SUBJECT|OBJECT|INVOLVES|APPLIES_TO]-(m:Memory {owner: $owner})
RETURN DISTINCT m.id AS memory
ORDER BY memory

// name: entities.orphans
// mode: read
// scope: owner
// params: owner
MATCH (e:Entity {owner: $owner})
WHERE e.kind <> "self"
OPTIONAL MATCH (e)<-[:SUBJECT|OBJECT|INVOLVES|APPLIES_TO]-(m:Memory {owner: $owner})
WITH e, count(m) AS links
WHERE links = 0
RETURN e.id AS id

// name: entities.speakers
// mode: read
// scope: owner
// params: owner
MATCH (s:Source {owner: $owner})
WHERE s.speaker IS NOT NULL
RETURN DISTINCT s.speaker AS id

// name: entities.delete
// mode: write
// scope: owner
// params: owner, ids
UNWIND $ids AS id
MATCH (e:Entity {owner: $owner, id: id})
DETACH DELETE e

// name: entities.evidence
// mode: read
// scope: owner
// params: owner, ids
UNWIND $ids AS id
MATCH (e:Entity {owner: $owner, id: id})<-[:SUBJECT|OBJECT|INVOLVES|APPLIES_TO]-(m:Memory {owner: $owner})-[:EVIDENCED_BY|RETIRED_BY]->(s:Source {owner: $owner})
RETURN e.id AS id, m.id AS memory, s.at AS at

// name: entities.recount
// mode: write
// scope: owner
// params: owner, rows
UNWIND $rows AS row
MATCH (e:Entity {owner: $owner, id: row.id})
SET e.mentions = row.mentions,
  e.first_seen_at = CASE WHEN row.first IS NULL THEN e.first_seen_at ELSE datetime(row.first) END,
  e.last_seen_at = CASE WHEN row.last IS NULL THEN e.last_seen_at ELSE datetime(row.last) END
RETURN count(e) AS n

// name: entities.unspeak
// mode: write
// scope: owner
// params: owner, id
MATCH (s:Source {owner: $owner})
WHERE s.speaker = $id
SET s.speaker = null
RETURN count(s) AS n

// name: entities.self
// mode: read
// scope: owner
// params: owner
MATCH (u:User {owner: $owner})-[:IS]->(e:Entity {owner: $owner})
RETURN e.id AS id

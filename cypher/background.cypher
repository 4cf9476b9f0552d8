// name: background.facts
// mode: read
// scope: owner
// params: owner, limit
MATCH (s:Entity {owner: $owner})<-[:SUBJECT]-(m:Semantic {owner: $owner})-[:OBJECT]->(o:Entity {owner: $owner})
WHERE m.status IN ["current", "tentative"]
RETURN m.id AS id, m.predicate AS predicate, m.polarity AS polarity, m.qualifier AS qualifier, m.recorded_at AS recorded_at,
  s.name AS subject, s.kind AS subject_kind, o.name AS object, o.kind AS object_kind
ORDER BY recorded_at DESC, id
LIMIT $limit

// name: background.occasions
// mode: read
// scope: owner
// params: owner, ids
UNWIND $ids AS id
MATCH (m:Semantic {owner: $owner, id: id})-[:EVIDENCED_BY]->(s:Source {owner: $owner})
RETURN m.id AS id, s.session_id AS session_id, s.message_id AS message_id, s.at AS at, s.seq AS seq
ORDER BY seq

// name: background.rules
// mode: read
// scope: owner
// params: owner
MATCH (m:Procedural {owner: $owner})
WHERE m.status IN ["current", "tentative"]
RETURN m.instruction AS instruction, m.condition AS condition, m.polarity AS polarity
ORDER BY m.id

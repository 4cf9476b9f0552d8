// name: sayings.evidence
// mode: read
// scope: owner
// params: owner, slots
UNWIND $slots AS slot
MATCH (m:Memory {owner: $owner, slot: slot})
MATCH (m)-[r:EVIDENCED_BY]->(s:Source {owner: $owner})
RETURN m.id AS memory, s.id AS source, s.at AS at, s.seq AS seq, s.recorded_at AS recorded_at, '' AS reason,
  r.start AS start, r.end AS end, r.quote AS quote, r.operation AS operation,
  r.content AS content, r.confidence AS confidence, r.importance AS importance, r.tentative AS tentative,
  r.qualifier AS qualifier, r.valid_from AS valid_from, r.valid_to AS valid_to, r.precision AS precision

// name: sayings.retirements
// mode: read
// scope: owner
// params: owner, slots
UNWIND $slots AS slot
MATCH (m:Memory {owner: $owner, slot: slot})
MATCH (m)-[r:RETIRED_BY]->(s:Source {owner: $owner})
RETURN m.id AS memory, s.id AS source, s.at AS at, s.seq AS seq, s.recorded_at AS recorded_at, r.reason AS reason,
  r.start AS start, r.end AS end, r.quote AS quote, r.operation AS operation,
  r.content AS content, r.confidence AS confidence, r.importance AS importance, r.tentative AS tentative,
  r.qualifier AS qualifier, r.valid_from AS valid_from, r.valid_to AS valid_to, r.precision AS precision

// name: sayings.link_evidenced_by
// mode: write
// scope: owner
// params: owner, rows
UNWIND $rows AS row
MATCH (m:Memory {owner: $owner, id: row.memory})
MATCH (s:Source {owner: $owner, id: row.source})
MERGE (m)-[r:EVIDENCED_BY]->(s)
SET r.start = row.start, r.end = row.end, r.quote = row.quote, r.operation = row.operation, r.content = row.content,
  r.confidence = row.confidence, r.importance = row.importance, r.tentative = row.tentative, r.qualifier = row.qualifier, r.precision = row.precision,
  r.valid_from = CASE WHEN row.valid_from IS NULL THEN null ELSE datetime(row.valid_from) END,
  r.valid_to = CASE WHEN row.valid_to IS NULL THEN null ELSE datetime(row.valid_to) END
RETURN count(r) AS n

// name: sayings.unlink_evidenced_by
// mode: write
// scope: owner
// params: owner, rows
UNWIND $rows AS row
MATCH (m:Memory {owner: $owner, id: row.memory})-[r:EVIDENCED_BY]->(s:Source {owner: $owner, id: row.source})
DELETE r

// name: sayings.link_retired_by
// mode: write
// scope: owner
// params: owner, rows
UNWIND $rows AS row
MATCH (m:Memory {owner: $owner, id: row.memory})
MATCH (s:Source {owner: $owner, id: row.source})
MERGE (m)-[r:RETIRED_BY]->(s)
SET r.start = row.start, r.end = row.end, r.quote = row.quote, r.operation = row.operation, r.content = row.content,
  r.confidence = row.confidence, r.importance = row.importance, r.tentative = row.tentative, r.qualifier = row.qualifier, r.precision = row.precision,
  r.valid_from = CASE WHEN row.valid_from IS NULL THEN null ELSE datetime(row.valid_from) END,
  r.valid_to = CASE WHEN row.valid_to IS NULL THEN null ELSE datetime(row.valid_to) END, r.reason = row.reason, r.at = datetime(row.at)
RETURN count(r) AS n

// name: sayings.unlink_retired_by
// mode: write
// scope: owner
// params: owner, rows
UNWIND $rows AS row
MATCH (m:Memory {owner: $owner, id: row.memory})-[r:RETIRED_BY]->(s:Source {owner: $owner, id: row.source})
DELETE r

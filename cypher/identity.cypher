// name: identity.edges
// mode: read
// scope: owner
// params: owner
MATCH (a:Entity {owner: $owner})-[r:SAME_AS]->(b:Entity {owner: $owner})
RETURN a, b, r.state AS state, r.score AS score, r.decided_by AS decided_by, r.at AS at
ORDER BY at, a.id, b.id

// name: identity.decide
// mode: write
// scope: owner
// params: owner, rows
UNWIND $rows AS row
MATCH (a:Entity {owner: $owner, id: row.from})
MATCH (b:Entity {owner: $owner, id: row.to})
MERGE (a)-[r:SAME_AS]->(b)
SET r.state = row.state, r.score = row.score, r.decided_by = row.decided_by, r.at = datetime(row.at)
RETURN count(r) AS n

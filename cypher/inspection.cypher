// name: inspection.nodes
// mode: read
// scope: owner
// params: owner
MATCH (u:User {owner: $owner}) RETURN properties(u) AS held
UNION ALL
MATCH (e:Entity {owner: $owner}) RETURN properties(e) AS held
UNION ALL
MATCH (m:Memory {owner: $owner}) RETURN properties(m) AS held
UNION ALL
MATCH (s:Source {owner: $owner}) RETURN properties(s) AS held
UNION ALL
MATCH (n:Session {owner: $owner}) RETURN properties(n) AS held
UNION ALL
MATCH (c:Consent {owner: $owner}) RETURN properties(c) AS held
UNION ALL
MATCH (q:Request {owner: $owner}) RETURN properties(q) AS held
UNION ALL
MATCH (p:Receipt {owner: $owner}) RETURN properties(p) AS held

// name: inspection.edges
// mode: read
// scope: owner
// params: owner
MATCH (m:Memory {owner: $owner})-[r:SUBJECT|OBJECT|INVOLVES|APPLIES_TO]->(b:Entity {owner: $owner})
RETURN properties(r) AS held
UNION ALL
MATCH (m:Memory {owner: $owner})-[r:EVIDENCED_BY|RETIRED_BY]->(b:Source {owner: $owner})
RETURN properties(r) AS held
UNION ALL
MATCH (m:Memory {owner: $owner})-[r:SUPERSEDES|ABOUT]->(b:Memory {owner: $owner})
RETURN properties(r) AS held
UNION ALL
MATCH (a:Entity {owner: $owner})-[r:SAME_AS]->(b:Entity {owner: $owner})
RETURN properties(r) AS held

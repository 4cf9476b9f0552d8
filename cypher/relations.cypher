// name: relations.one_hop
// mode: read
// scope: owner
// params: owner, id
MATCH (a:Entity {owner: $owner, id: $id})<-[:SUBJECT|OBJECT]-(m:Semantic {owner: $owner})
RETURN DISTINCT m.id AS memory, 1 AS depth
ORDER BY memory

// name: relations.two_hops
// mode: read
// scope: owner
// params: owner, id
MATCH (a:Entity {owner: $owner, id: $id})<-[:SUBJECT|OBJECT]-(m:Semantic {owner: $owner})-[:SUBJECT|OBJECT]->(b:Entity {owner: $owner})
WHERE b.id <> $id AND b.kind <> "self" AND b.kind <> "value"
MATCH (b)<-[:SUBJECT|OBJECT]-(n:Semantic {owner: $owner})
WHERE n.id <> m.id
RETURN DISTINCT n.id AS memory, 2 AS depth
ORDER BY memory

// name: relations.neighbourhood
// mode: read
// scope: owner
// params: owner, ids
UNWIND $ids AS id
MATCH (a:Entity {owner: $owner, id: id})<-[:SUBJECT|OBJECT]-(m:Semantic {owner: $owner})-[:SUBJECT|OBJECT]->(b:Entity {owner: $owner})
WHERE b.id <> id
RETURN DISTINCT m.id AS memory, b.id AS entity
ORDER BY memory, entity

// name: relations.around
// mode: read
// scope: owner
// params: owner, ids
UNWIND $ids AS id
MATCH (a:Entity {owner: $owner, id: id})<-[:INVOLVES|APPLIES_TO]-(m:Memory {owner: $owner})
RETURN DISTINCT m.id AS memory
ORDER BY memory

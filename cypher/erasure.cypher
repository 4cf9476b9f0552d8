// name: erasure.memories
// mode: write
// scope: owner
// params: owner, limit
MATCH (n:Memory {owner: $owner})
WITH n LIMIT $limit
DETACH DELETE n
RETURN count(*) AS n

// name: erasure.entities
// mode: write
// scope: owner
// params: owner, limit
MATCH (n:Entity {owner: $owner})
WITH n LIMIT $limit
DETACH DELETE n
RETURN count(*) AS n

// name: erasure.sources
// mode: write
// scope: owner
// params: owner, limit
MATCH (n:Source {owner: $owner})
WITH n LIMIT $limit
DETACH DELETE n
RETURN count(*) AS n

// name: erasure.sessions
// mode: write
// scope: owner
// params: owner, limit
MATCH (n:Session {owner: $owner})
WITH n LIMIT $limit
DETACH DELETE n
RETURN count(*) AS n

// name: erasure.consents
// mode: write
// scope: owner
// params: owner, limit
MATCH (n:Consent {owner: $owner})
WITH n LIMIT $limit
DETACH DELETE n
RETURN count(*) AS n

// name: erasure.requests
// mode: write
// scope: owner
// params: owner, limit
MATCH (n:Request {owner: $owner})
WITH n LIMIT $limit
DETACH DELETE n
RETURN count(*) AS n

// name: erasure.receipts
// mode: write
// scope: owner
// params: owner, limit
MATCH (n:Receipt {owner: $owner})
WITH n LIMIT $limit
DETACH DELETE n
RETURN count(*) AS n

// name: erasure.users
// mode: write
// scope: owner
// params: owner, limit
MATCH (n:User {owner: $owner})
WITH n LIMIT $limit
DETACH DELETE n
RETURN count(*) AS n

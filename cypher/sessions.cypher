// name: sessions.read
// mode: read
// scope: owner
// params: owner, id, now
MATCH (n:Session {owner: $owner, id: $id})
WHERE n.expires_at > datetime($now)
RETURN n

// name: sessions.write
// mode: write
// scope: owner
// params: owner, id, state, instructions, started_at, expires_at, ttl
MERGE (n:Session {owner: $owner, id: $id})
SET n.state = $state, n.instructions = $instructions, n.started_at = datetime($started_at), n.expires_at = datetime($expires_at),
  n.ttl_seconds = $ttl
RETURN n.id AS id

// name: sessions.delete
// mode: write
// scope: owner
// params: owner, id
MATCH (n:Session {owner: $owner, id: $id})
DETACH DELETE n

// name: sessions.expired
// mode: read
// scope: owner
// params: owner, now
MATCH (n:Session {owner: $owner})
WHERE n.expires_at <= datetime($now)
RETURN n.id AS id

// name: sessions.live
// mode: read
// scope: owner
// params: owner, now
MATCH (n:Session {owner: $owner})
WHERE n.expires_at > datetime($now)
RETURN n
ORDER BY n.started_at, n.id

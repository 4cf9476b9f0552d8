// name: users.find
// mode: read
// scope: system
// params: tenant, user_id
MATCH (u:User {tenant: $tenant, user_id: $user_id})
RETURN u.owner AS owner, u.revision AS revision

// name: users.revisions
// mode: read
// scope: system
// params: owners
UNWIND $owners AS owner
MATCH (u:User {owner: owner})
RETURN u.owner AS owner, u.revision AS revision

// name: users.create
// mode: write
// scope: system
// params: tenant, user_id, owner, digest_key, now
MERGE (u:User {tenant: $tenant, user_id: $user_id})
ON CREATE SET u.owner = $owner, u.digest_key = $digest_key, u.revision = 0, u.seq = 0, u.created_at = datetime($now)
RETURN u.owner AS owner

// name: users.page
// mode: read
// scope: system
// params: tenant, after, limit
MATCH (u:User {tenant: $tenant})
WHERE $after IS NULL OR u.owner > $after
RETURN u.user_id AS user_id, u.owner AS owner
ORDER BY owner
LIMIT $limit

// name: users.owners
// mode: read
// scope: system
// params: tenant, after, limit
MATCH (u:User)
WHERE ($tenant IS NULL OR u.tenant = $tenant) AND ($after IS NULL OR u.owner > $after)
RETURN u.owner AS owner, u.user_id AS user_id
ORDER BY owner
LIMIT $limit

// name: users.touch
// mode: write
// scope: owner
// params: owner, messages
MATCH (u:User {owner: $owner})
SET u.revision = u.revision + 1, u.seq = u.seq + $messages
RETURN u.revision AS revision, u.seq AS seq, u.digest_key AS digest_key, u.recorded_at AS recorded_at

// Takes the user's write lock, which waits for a commit under way. A property of its own: what is read here may be older
// than the lock, and writing the revision back would undo another writer's.
// name: users.hold
// mode: write
// scope: owner
// params: owner
MATCH (u:User {owner: $owner})
SET u.held = coalesce(u.held, 0) + 1
RETURN u.owner AS owner

// name: users.advance
// mode: write
// scope: owner
// params: owner, recorded_at
MATCH (u:User {owner: $owner})
SET u.recorded_at = datetime($recorded_at)
RETURN u.revision AS revision

// name: users.read
// mode: read
// scope: owner
// params: owner
MATCH (u:User {owner: $owner})
RETURN u.revision AS revision, u.seq AS seq, u.digest_key AS digest_key, u.created_at AS created_at,
  toString(u.recorded_at) AS recorded_at

// name: users.self
// mode: write
// scope: owner
// params: owner, id, now
MATCH (u:User {owner: $owner})
CREATE (u)-[:IS]->(e:Entity {owner: $owner, id: $id, kind: "self", key: "user", name: "user", aliases: [],
  alias_keys: [], mentions: 0, first_seen_at: datetime($now), last_seen_at: datetime($now)})
RETURN e.id AS id

// name: receipts.create
// mode: write
// scope: system
// params: id, owner, kind, at, counts
CREATE (r:Receipt {id: $id, owner: $owner, kind: $kind, at: datetime($at), counts: $counts})
RETURN r.id AS id

// name: keys.create
// mode: write
// scope: system
// params: id, tenant, label, digest, now
CREATE (k:ApiKey {id: $id, tenant: $tenant, label: $label, digest: $digest, created_at: datetime($now)})
RETURN k.id AS id

// name: keys.list
// mode: read
// scope: system
// params:
MATCH (k:ApiKey)
RETURN k.id AS id, k.tenant AS tenant, k.label AS label, k.created_at AS created_at, k.revoked_at AS revoked_at
ORDER BY created_at, id

// name: keys.revoke
// mode: write
// scope: system
// params: id, now
MATCH (k:ApiKey {id: $id})
SET k.revoked_at = coalesce(k.revoked_at, datetime($now))
RETURN k.id AS id

// name: keys.resolve
// mode: read
// scope: system
// params: digest
MATCH (k:ApiKey {digest: $digest})
WHERE k.revoked_at IS NULL
RETURN k.id AS id, k.tenant AS tenant

// name: keys.count
// mode: read
// scope: system
// params:
MATCH (k:ApiKey)
RETURN count(k) AS n

// name: leases.read
// mode: read
// scope: system
// params: name
MATCH (l:Lease {name: $name})
RETURN l.holder AS holder, l.until AS until, l.ran_at AS ran_at

// name: leases.take
// mode: write
// scope: system
// params: name, holder, now, until
MERGE (l:Lease {name: $name})
ON CREATE SET l.holder = "", l.until = datetime("1970-01-01T00:00:00Z")
SET l.holder = CASE WHEN l.until <= datetime($now) OR l.holder = $holder THEN $holder ELSE l.holder END
SET l.until = CASE WHEN l.holder = $holder THEN datetime($until) ELSE l.until END
RETURN l.holder AS holder

// name: leases.finish
// mode: write
// scope: system
// params: name, holder, now
MATCH (l:Lease {name: $name, holder: $holder})
SET l.until = datetime($now), l.ran_at = datetime($now)
RETURN l.name AS name

// name: schema.version
// mode: read
// scope: system
// params:
MATCH (v:SchemaVersion)
RETURN v.version AS version

// name: schema.set_version
// mode: write
// scope: system
// params: version, now
MERGE (v:SchemaVersion {id: "schema"})
SET v.version = $version, v.migrated_at = datetime($now)
RETURN v.version AS version

// name: system.ping
// mode: read
// scope: system
// params:
RETURN 1 AS ok

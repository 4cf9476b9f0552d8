// Uniqueness and look-up. Every label that holds a user's data is found by its owner.
CREATE CONSTRAINT user_identity IF NOT EXISTS FOR (u:User) REQUIRE (u.tenant, u.user_id) IS UNIQUE;
CREATE CONSTRAINT user_owner IF NOT EXISTS FOR (u:User) REQUIRE u.owner IS UNIQUE;
CREATE CONSTRAINT entity_id IF NOT EXISTS FOR (e:Entity) REQUIRE (e.owner, e.id) IS UNIQUE;
CREATE CONSTRAINT entity_key IF NOT EXISTS FOR (e:Entity) REQUIRE (e.owner, e.kind, e.key) IS UNIQUE;
CREATE CONSTRAINT memory_id IF NOT EXISTS FOR (m:Memory) REQUIRE (m.owner, m.id) IS UNIQUE;
CREATE CONSTRAINT source_id IF NOT EXISTS FOR (s:Source) REQUIRE (s.owner, s.id) IS UNIQUE;
CREATE CONSTRAINT source_message IF NOT EXISTS FOR (s:Source) REQUIRE (s.owner, s.message_id) IS UNIQUE;
CREATE CONSTRAINT session_id IF NOT EXISTS FOR (n:Session) REQUIRE (n.owner, n.id) IS UNIQUE;
CREATE CONSTRAINT consent_category IF NOT EXISTS FOR (c:Consent) REQUIRE (c.owner, c.category) IS UNIQUE;
CREATE CONSTRAINT request_key IF NOT EXISTS FOR (r:Request) REQUIRE (r.owner, r.key) IS UNIQUE;
CREATE CONSTRAINT api_key_digest IF NOT EXISTS FOR (k:ApiKey) REQUIRE k.digest IS UNIQUE;
CREATE CONSTRAINT lease_name IF NOT EXISTS FOR (l:Lease) REQUIRE l.name IS UNIQUE;
CREATE INDEX entity_owner IF NOT EXISTS FOR (e:Entity) ON (e.owner);
CREATE INDEX memory_owner IF NOT EXISTS FOR (m:Memory) ON (m.owner);
CREATE INDEX memory_slot IF NOT EXISTS FOR (m:Memory) ON (m.owner, m.slot);
CREATE INDEX source_owner IF NOT EXISTS FOR (s:Source) ON (s.owner);
CREATE INDEX receipt_owner IF NOT EXISTS FOR (r:Receipt) ON (r.owner);

// name: requests.read
// mode: read
// scope: owner
// params: owner, key, since
MATCH (r:Request {owner: $owner, key: $key})
WHERE r.at > datetime($since)
RETURN r.body AS body, r.receipt AS receipt

// name: requests.write
// mode: write
// scope: owner
// params: owner, key, id, body, receipt, at
MERGE (r:Request {owner: $owner, key: $key})
SET r.id = $id, r.body = $body, r.receipt = $receipt, r.at = datetime($at)
RETURN r.id AS id

// name: requests.expired
// mode: read
// scope: owner
// params: owner, before
MATCH (r:Request {owner: $owner})
WHERE r.at <= datetime($before)
RETURN r.key AS key

// name: requests.delete
// mode: write
// scope: owner
// params: owner, keys
UNWIND $keys AS key
MATCH (r:Request {owner: $owner, key: key})
DETACH DELETE r

// name: requests.messages
// mode: read
// scope: owner
// params: owner, keys
UNWIND $keys AS key
MATCH (r:Request {owner: $owner, key: key})
RETURN r.key AS key, r.body AS body, r.instructed AS instructed

// name: requests.keep_messages
// mode: write
// scope: owner
// params: owner, rows
UNWIND $rows AS row
MERGE (r:Request {owner: $owner, key: row.key})
SET r.body = row.body, r.session = row.session, r.instructed = row.instructed, r.at = datetime(row.at)
RETURN count(r) AS n

// name: requests.of_session
// mode: read
// scope: owner
// params: owner, session
MATCH (r:Request {owner: $owner})
WHERE r.session = $session
RETURN r.key AS key
ORDER BY key

// name: consents.all
// mode: read
// scope: owner
// params: owner
MATCH (c:Consent {owner: $owner})
RETURN c
ORDER BY c.category

// name: consents.write
// mode: write
// scope: owner
// params: owner, category, id, purpose, granted_at, withdrawn_at
MERGE (c:Consent {owner: $owner, category: $category})
SET c.id = $id, c.purpose = $purpose, c.granted_at = datetime($granted_at),
  c.withdrawn_at = CASE WHEN $withdrawn_at IS NULL THEN null ELSE datetime($withdrawn_at) END
RETURN c.category AS category

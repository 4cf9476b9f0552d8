"""One user's export in the formats of other programs. Each is a pure function of the JSON document."""

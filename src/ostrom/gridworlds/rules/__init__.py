"""Hidden rules as numbers: each rule has an id, each id is decoded to a table."""

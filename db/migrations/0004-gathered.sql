-- Which sets a gather stage saw when a snapshot was built. Nothing else leads from a snapshot to its sets, and clearing out needs
-- the way: a set that is named here only for snapshots that are gone is gone too.
CREATE TABLE gathered (
  snapshot INTEGER NOT NULL REFERENCES records,
  stage INTEGER NOT NULL REFERENCES stages,
  input INTEGER NOT NULL REFERENCES records,
  PRIMARY KEY (snapshot, stage, input)
) STRICT, WITHOUT ROWID;
CREATE INDEX gathered_by_input ON gathered (input);

-- Full-text indexes by name. Each has an FTS5 table of its own, full_text_<id>, so that the counts of one do not weigh on another.
CREATE TABLE full_texts (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE
) STRICT;
CREATE TABLE full_text_documents (
  id INTEGER PRIMARY KEY,
  full_text INTEGER NOT NULL REFERENCES full_texts,
  key TEXT NOT NULL,
  hash BLOB NOT NULL,                 -- SHA-256 of the text: the text itself is not kept
  UNIQUE (full_text, key)
) STRICT;

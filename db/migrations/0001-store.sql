-- Identity: a record is its hash. Small integer ids stand for hashes in every other table, so that joins stay small.
CREATE TABLE records (
  id INTEGER PRIMARY KEY,
  hash BLOB NOT NULL UNIQUE,
  type TEXT NOT NULL,
  key TEXT NOT NULL,
  encoding INTEGER NOT NULL,          -- 0 JSON text, 1 JSON text compressed with brotli
  body BLOB NOT NULL
) STRICT;
CREATE INDEX records_by_key ON records (type, key);

-- A stage as configured: one row for each fingerprint ever used.
CREATE TABLE stages (
  id INTEGER PRIMARY KEY,
  fingerprint BLOB NOT NULL UNIQUE,
  name TEXT NOT NULL,
  version INTEGER NOT NULL,
  spec TEXT NOT NULL                  -- canonical JSON that was hashed
) STRICT;
CREATE INDEX stages_by_name ON stages (name);

CREATE TABLE runs (
  id INTEGER PRIMARY KEY,
  recipe TEXT NOT NULL,
  started TEXT NOT NULL,
  finished TEXT,
  outcome TEXT,                       -- done | failed | stopped; null while it runs or when it was killed
  config TEXT NOT NULL
) STRICT;

-- (stage, input) is here exactly when its outputs and rejections were committed.
CREATE TABLE ledger (
  stage INTEGER NOT NULL REFERENCES stages,
  input INTEGER NOT NULL REFERENCES records,
  run INTEGER NOT NULL REFERENCES runs,
  PRIMARY KEY (stage, input)
) STRICT, WITHOUT ROWID;
CREATE INDEX ledger_by_input ON ledger (input, stage);

CREATE TABLE outputs (
  stage INTEGER NOT NULL,
  input INTEGER NOT NULL,
  ord INTEGER NOT NULL,
  record INTEGER NOT NULL REFERENCES records,
  beside TEXT NOT NULL,               -- evidence, provenance, parents: JSON, '' when there is none
  PRIMARY KEY (stage, input, ord)
) STRICT, WITHOUT ROWID;
CREATE INDEX outputs_by_record ON outputs (record, stage);

CREATE TABLE rejections (
  stage INTEGER NOT NULL,
  input INTEGER NOT NULL,
  ord INTEGER NOT NULL,
  record INTEGER REFERENCES records,
  key TEXT NOT NULL,
  reason TEXT NOT NULL,
  detail TEXT NOT NULL,
  PRIMARY KEY (stage, input, ord)
) STRICT, WITHOUT ROWID;

-- Finished snapshots of a source stage, newest last. The snapshot's list of pages is a record of type `snapshot`.
CREATE TABLE snapshots (
  id INTEGER PRIMARY KEY,
  stage INTEGER NOT NULL REFERENCES stages,
  record INTEGER NOT NULL REFERENCES records,
  taken TEXT NOT NULL,
  UNIQUE (stage, record)
) STRICT;

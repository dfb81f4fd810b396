-- How long stages took and how much they asked: what estimates are made from. Seconds are of a monotonic clock.
CREATE TABLE work (
  stage INTEGER NOT NULL REFERENCES stages,
  run INTEGER NOT NULL REFERENCES runs,
  inputs INTEGER NOT NULL,
  seconds REAL NOT NULL,
  requests INTEGER NOT NULL,
  PRIMARY KEY (stage, run)
) STRICT, WITHOUT ROWID;

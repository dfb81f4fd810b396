-- Answers of outside services, by the crawl they belong to: a crawl that was cut off replays them and asks for the rest only.
CREATE TABLE responses (
  scope TEXT NOT NULL,
  key BLOB NOT NULL,
  body BLOB NOT NULL,                 -- brotli of JSON
  PRIMARY KEY (scope, key)
) STRICT, WITHOUT ROWID;

-- A dump, read once: pages by title.
CREATE TABLE dumps (
  id INTEGER PRIMARY KEY,
  hash TEXT NOT NULL UNIQUE,
  site TEXT                           -- JSON; null until the dump was read to its end
) STRICT;
CREATE TABLE dump_pages (
  dump INTEGER NOT NULL REFERENCES dumps,
  title TEXT NOT NULL,
  namespace INTEGER NOT NULL,
  revision INTEGER NOT NULL,
  timestamp TEXT NOT NULL,
  model TEXT NOT NULL,
  disambiguation INTEGER NOT NULL,
  redirect_to TEXT,
  redirect_fragment TEXT,
  text BLOB NOT NULL,                 -- brotli
  PRIMARY KEY (dump, title)
) STRICT;
CREATE INDEX dump_pages_by_namespace ON dump_pages (dump, namespace, title);
CREATE INDEX dump_pages_by_target ON dump_pages (dump, redirect_to, title) WHERE redirect_to IS NOT NULL;
CREATE TABLE dump_categories (
  dump INTEGER NOT NULL,
  category TEXT NOT NULL,
  title TEXT NOT NULL,
  namespace INTEGER NOT NULL,
  PRIMARY KEY (dump, category, title)
) STRICT, WITHOUT ROWID;
CREATE INDEX dump_categories_by_title ON dump_categories (dump, title);

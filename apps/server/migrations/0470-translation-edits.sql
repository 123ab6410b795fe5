-- What people changed of the texts in the console, as a difference to those that come with the server: JSON. One row, none before the
-- first save. `added`: words of their own with the word each stands behind. `removed`: words that are not listed. `texts`: by language
-- and word; null where a text that comes along was emptied.
CREATE TABLE translation_edits (
  id INTEGER PRIMARY KEY,
  added TEXT NOT NULL,
  removed TEXT NOT NULL,
  texts TEXT NOT NULL,
  updated_ms INTEGER NOT NULL,
  updated_by TEXT NOT NULL
) STRICT;

-- Who changed what. Times are UTC milliseconds. Secrets are left out before a row is made.
CREATE TABLE access_log (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  at_ms INTEGER NOT NULL,
  -- HTTP, Channel or Credentials: by which way.
  type TEXT NOT NULL,
  method TEXT NOT NULL,
  action TEXT NOT NULL,
  address TEXT NOT NULL,
  user_name TEXT NOT NULL,
  -- The id it had then; several are joined by commas, '' is none.
  device_id TEXT NOT NULL,
  -- 'done', or the code of the failure.
  result TEXT NOT NULL,
  -- JSON: the path, the fields that were sent, and what they replaced where that is known.
  data TEXT NOT NULL
) STRICT;
CREATE INDEX access_log_by_time ON access_log (at_ms);

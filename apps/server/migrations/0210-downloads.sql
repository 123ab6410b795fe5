-- Files made of recordings for an account: those being made, and those that lie in the folder downloads/ under their id. Times are UTC
-- milliseconds.
CREATE TABLE downloads (
  id TEXT PRIMARY KEY,
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  -- What was asked for: names the file among those of its account.
  file_key TEXT NOT NULL,
  device_key INTEGER NOT NULL,
  start_ms INTEGER NOT NULL,
  end_ms INTEGER NOT NULL,
  created_ms INTEGER NOT NULL,
  -- making, done, failed. One that is being made at a start of the server was interrupted.
  state TEXT NOT NULL,
  -- Of a failed one: why, and in which word of web.cgi.
  message TEXT NOT NULL,
  fault TEXT NOT NULL,
  bytes INTEGER NOT NULL,
  -- 1: somebody has fetched it.
  fetched INTEGER NOT NULL
) STRICT;

-- What is on its way to others over the network: mails, pushes, text messages, until it is delivered or given up. Times are UTC milliseconds.
CREATE TABLE outbox (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL,
  -- Whom it is for, as far as one that is away keeps others waiting: 'mail', or the origin of an address.
  lane TEXT NOT NULL,
  -- JSON, as the kind reads it.
  payload TEXT NOT NULL,
  -- JSON: files beside it in the folder 'outbox' of the data folder.
  files TEXT NOT NULL,
  bytes INTEGER NOT NULL,
  created_ms INTEGER NOT NULL,
  tries INTEGER NOT NULL DEFAULT 0,
  next_try_ms INTEGER NOT NULL,
  -- Why the last try failed.
  trouble TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE INDEX outbox_due ON outbox (next_try_ms, lane);

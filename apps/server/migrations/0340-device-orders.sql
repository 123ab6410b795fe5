-- What devices are told to do, until they have answered, and what came of it. Times are UTC milliseconds.
CREATE TABLE device_orders (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  device_key INTEGER NOT NULL,
  -- Its id when it was asked for.
  device_id TEXT NOT NULL,
  kind TEXT NOT NULL,
  -- JSON, as the kind reads it; 'null' when it is over.
  payload TEXT NOT NULL,
  -- What it says, for people.
  detail TEXT NOT NULL,
  user_name TEXT NOT NULL,
  asked_ms INTEGER NOT NULL,
  -- 1: waits for a device that is away or silent, until expires_ms.
  kept INTEGER NOT NULL,
  expires_ms INTEGER NOT NULL,
  -- waiting, sent, done, refused, expired, cancelled.
  state TEXT NOT NULL,
  tries INTEGER NOT NULL DEFAULT 0,
  outcome TEXT NOT NULL DEFAULT '',
  message TEXT NOT NULL DEFAULT '',
  sent_ms INTEGER,
  ended_ms INTEGER
) STRICT;
CREATE INDEX device_orders_of_device ON device_orders (device_key, id);
CREATE INDEX device_orders_open ON device_orders (device_key, id) WHERE state IN ('waiting', 'sent');
CREATE INDEX device_orders_expiring ON device_orders (expires_ms) WHERE state = 'waiting';
CREATE INDEX device_orders_ended ON device_orders (ended_ms) WHERE ended_ms IS NOT NULL;

-- Who talked with whom: one row for each device of a talk. Times are UTC milliseconds. No sound is kept.
CREATE TABLE talk_log (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  talk_id TEXT NOT NULL,
  user_id INTEGER NOT NULL,
  user_name TEXT NOT NULL,
  address TEXT NOT NULL,
  mode TEXT NOT NULL,
  device_key INTEGER NOT NULL,
  -- The id the device had then.
  device_id TEXT NOT NULL,
  -- 'open' while it goes on; 'talked', or why it came to nothing; 'interrupted' when the server stopped before its end.
  result TEXT NOT NULL,
  message TEXT NOT NULL,
  started_ms INTEGER NOT NULL,
  connected_ms INTEGER,
  ended_ms INTEGER,
  spoken_ms INTEGER NOT NULL,
  UNIQUE (talk_id, device_key)
) STRICT;
CREATE INDEX talk_log_by_start ON talk_log (started_ms);
CREATE INDEX talk_log_by_device ON talk_log (device_key, started_ms);

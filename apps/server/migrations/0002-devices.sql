-- Devices and the terminal numbers that lead to them. Times are UTC milliseconds; lists are JSON.
CREATE TABLE devices (
  key INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  registered INTEGER NOT NULL,
  -- Set once it has been registered: its data returns with the id, so the row is not dropped with the never registered ones.
  known_since_ms INTEGER,
  channel_count INTEGER NOT NULL,
  driver_name TEXT NOT NULL,
  memo TEXT NOT NULL,
  plate TEXT NOT NULL,
  external_id TEXT NOT NULL,
  driver_license TEXT NOT NULL,
  icon INTEGER NOT NULL,
  channel_names TEXT NOT NULL,
  channel_order TEXT NOT NULL,
  talk_channel INTEGER NOT NULL,
  dsm_channel INTEGER NOT NULL,
  utc_offset_minutes INTEGER NOT NULL,
  map_lat REAL,
  map_lng REAL,
  manufacturer TEXT NOT NULL,
  model TEXT NOT NULL,
  -- SHA-256 of the code the device authenticates with; the code itself is not kept.
  auth_code_hash BLOB,
  seen_ms INTEGER NOT NULL
) STRICT;

CREATE TABLE terminals (
  terminal_id TEXT PRIMARY KEY,
  device_key INTEGER NOT NULL REFERENCES devices (key) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX terminals_by_device ON terminals (device_key);

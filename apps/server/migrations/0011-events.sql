-- What devices reported, one row an event. Times are UTC milliseconds; device_ms is the device's own time.
CREATE TABLE events (
  serialno INTEGER PRIMARY KEY AUTOINCREMENT,
  device_key INTEGER NOT NULL,
  code INTEGER NOT NULL,
  note TEXT NOT NULL,
  device_ms INTEGER NOT NULL,
  received_ms INTEGER NOT NULL,
  lat REAL,
  lng REAL,
  speed_kmh REAL NOT NULL,
  source_type INTEGER NOT NULL,
  -- When a lasting alarm was over; null while it lasts and for those that do not last.
  recovered_ms INTEGER
) STRICT;
CREATE INDEX events_by_time ON events (device_ms);
CREATE INDEX events_by_device ON events (device_key, device_ms);

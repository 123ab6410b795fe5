-- Footage asked for by hand, one row a device. Times are UTC milliseconds; channels are JSON lists of numbers.
CREATE TABLE custom_events (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  device_key INTEGER NOT NULL,
  device_id TEXT NOT NULL,
  start_ms INTEGER NOT NULL,
  end_ms INTEGER NOT NULL,
  channels TEXT NOT NULL,
  main_channels TEXT NOT NULL,
  audio INTEGER NOT NULL,
  user_name TEXT NOT NULL,
  created_ms INTEGER NOT NULL,
  -- 'waiting': nothing has been fetched yet.
  state TEXT NOT NULL
) STRICT;
CREATE INDEX custom_events_by_state ON custom_events (state);

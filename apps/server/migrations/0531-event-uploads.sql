-- Files of events that go to the server that their plan names, and how far that is. One row for each file and target.
CREATE TABLE event_uploads (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  file_id INTEGER NOT NULL,
  event_serial INTEGER NOT NULL,
  device_key INTEGER NOT NULL,
  code INTEGER NOT NULL,
  -- When the event happened, by the device's time.
  event_ms INTEGER NOT NULL,
  -- As the plan names it, with its password.
  target TEXT NOT NULL,
  file_name TEXT NOT NULL,
  -- Where it goes there.
  remote_path TEXT NOT NULL,
  added_ms INTEGER NOT NULL,
  -- Of the last try; 0: there was none, or it has not ended.
  start_ms INTEGER NOT NULL DEFAULT 0,
  end_ms INTEGER NOT NULL DEFAULT 0,
  -- waiting, done or failed
  state TEXT NOT NULL,
  message TEXT NOT NULL DEFAULT '',
  tries INTEGER NOT NULL DEFAULT 0,
  UNIQUE (file_id, target)
) STRICT;
CREATE INDEX event_uploads_open ON event_uploads (state, id);
CREATE INDEX event_uploads_by_device ON event_uploads (device_key);

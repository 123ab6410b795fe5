-- Pictures, sounds and clips that devices sent: one row for each file that was acknowledged. Times are UTC milliseconds.
CREATE TABLE stored_files (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  device_key INTEGER NOT NULL,
  -- photo, sound, video, data.
  kind TEXT NOT NULL,
  -- 0: of no channel.
  channel INTEGER NOT NULL,
  taken_ms INTEGER NOT NULL,
  received_ms INTEGER NOT NULL,
  -- What it is called for people; never a path.
  name TEXT NOT NULL,
  -- By its first bytes, not by what the device said.
  mime_type TEXT NOT NULL,
  bytes INTEGER NOT NULL,
  -- SHA-256 of the content.
  hash BLOB NOT NULL,
  -- What it is called on the disk.
  path TEXT NOT NULL UNIQUE,
  event_serial INTEGER,
  -- The identity of an active-safety alarm; empty: of none.
  alarm_sign TEXT NOT NULL,
  -- Why it was taken, like timed or collision; empty: nobody said.
  cause TEXT NOT NULL,
  -- How it came, like 0x0801.
  source TEXT NOT NULL,
  -- What the device would send again: with the same content it is the same file.
  identity TEXT NOT NULL,
  lat REAL,
  lng REAL,
  protected_until_ms INTEGER NOT NULL,
  -- kept, retiring (its file is being removed).
  state TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX stored_files_by_identity ON stored_files (device_key, identity, hash);
CREATE INDEX stored_files_by_device ON stored_files (device_key, taken_ms);
CREATE INDEX stored_files_by_event ON stored_files (event_serial) WHERE event_serial IS NOT NULL;
CREATE INDEX stored_files_by_sign ON stored_files (device_key, alarm_sign) WHERE alarm_sign <> '';
CREATE INDEX stored_files_by_age ON stored_files (state, received_ms);

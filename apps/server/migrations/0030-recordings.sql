-- Segments of recordings: one row for each file, kept after the file is gone. Times are UTC milliseconds.
CREATE TABLE recording_segments (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  device_key INTEGER NOT NULL,
  channel INTEGER NOT NULL,
  start_ms INTEGER NOT NULL,
  end_ms INTEGER NOT NULL,
  bytes INTEGER NOT NULL,
  frames INTEGER NOT NULL,
  -- The folder and the path in it.
  slot TEXT NOT NULL,
  path TEXT NOT NULL,
  -- open, closed, retiring (its file is being removed), retired.
  state TEXT NOT NULL,
  -- Why the file is gone or shorter than it was meant to be; empty: nothing to tell.
  reason TEXT NOT NULL,
  has_video INTEGER NOT NULL,
  has_audio INTEGER NOT NULL,
  -- SHA-256 of the whole file once it is closed, and of the segment before it on this channel.
  hash BLOB,
  previous_hash BLOB NOT NULL,
  protected_until_ms INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX recording_segments_by_start ON recording_segments (device_key, channel, start_ms);
CREATE INDEX recording_segments_by_age ON recording_segments (state, end_ms);
CREATE INDEX recording_segments_by_slot ON recording_segments (slot, state, end_ms);

-- Which minutes of a UTC day hold recordings: 1440 bits.
CREATE TABLE recording_days (
  device_key INTEGER NOT NULL,
  channel INTEGER NOT NULL,
  day INTEGER NOT NULL,
  minutes BLOB NOT NULL,
  PRIMARY KEY (device_key, day, channel)
) STRICT, WITHOUT ROWID;

-- What an operator set for a device; devices without a row go by the configuration.
CREATE TABLE recording_settings (
  device_key INTEGER PRIMARY KEY,
  enable INTEGER NOT NULL,
  plan TEXT NOT NULL,
  audio INTEGER NOT NULL,
  days INTEGER NOT NULL
) STRICT;

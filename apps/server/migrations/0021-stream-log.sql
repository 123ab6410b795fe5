-- Who asked for which stream: a row when it begins, another when it ends. Times are UTC milliseconds.
CREATE TABLE stream_log (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_name TEXT NOT NULL,
  device_key INTEGER NOT NULL,
  device_id TEXT NOT NULL,
  channel INTEGER NOT NULL,
  -- GMS, Web or Rtsp: by which door.
  entrance TEXT NOT NULL,
  -- Liveview ask, Liveview end, Local playback, Download local, Remote playback or Download remote.
  type TEXT NOT NULL,
  asked_ms INTEGER NOT NULL,
  during_ms INTEGER NOT NULL,
  updated_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX stream_log_by_time ON stream_log (updated_ms);

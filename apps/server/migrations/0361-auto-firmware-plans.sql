-- A device that comes with one version of its firmware is told to fetch another. Times are UTC milliseconds.
CREATE TABLE auto_firmware_plans (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  -- The version that a device has to have.
  source_version TEXT NOT NULL UNIQUE,
  url TEXT NOT NULL,
  memo TEXT NOT NULL,
  -- Whose sight of devices it has.
  user_id INTEGER NOT NULL,
  user_name TEXT NOT NULL,
  updated_ms INTEGER NOT NULL,
  updated_by TEXT NOT NULL
) STRICT;

-- What devices said last of what they can beyond the standard (vendor block): names of commands and settings as JSON lists. Empty lists:
-- the device does not know the block. Times are UTC milliseconds.
CREATE TABLE device_abilities (
  device_key INTEGER PRIMARY KEY,
  commands TEXT NOT NULL,
  settings TEXT NOT NULL,
  told_ms INTEGER NOT NULL
) STRICT;

-- What devices are to be set to, under a name, for devices and groups. Times are UTC milliseconds.
CREATE TABLE parameter_templates (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL UNIQUE,
  memo TEXT NOT NULL,
  -- JSON: values by their names, no passwords.
  sheet TEXT NOT NULL,
  -- JSON: ids of groups.
  group_ids TEXT NOT NULL,
  -- 1: set again each time that a device comes back with something else.
  keep INTEGER NOT NULL,
  -- With whose sight it is set.
  user_id INTEGER NOT NULL,
  user_name TEXT NOT NULL,
  updated_ms INTEGER NOT NULL,
  updated_by TEXT NOT NULL
) STRICT;
CREATE TABLE parameter_template_devices (
  template_id INTEGER NOT NULL,
  device_key INTEGER NOT NULL,
  PRIMARY KEY (template_id, device_key)
) STRICT;
CREATE INDEX parameter_template_devices_of_device ON parameter_template_devices (device_key);
-- What each device said last of what templates ask for, and what it would not take.
CREATE TABLE parameter_states (
  device_key INTEGER PRIMARY KEY,
  read_ms INTEGER NOT NULL,
  -- JSON: values by their names.
  has TEXT NOT NULL,
  -- JSON: names that it does not know.
  lacks TEXT NOT NULL,
  -- JSON: values by their names that it was told and did not keep.
  refused TEXT NOT NULL,
  -- When it was told by itself last, and how often on that day.
  told_ms INTEGER NOT NULL,
  told_count INTEGER NOT NULL
) STRICT;

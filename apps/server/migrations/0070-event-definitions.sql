-- What a kind of event is called, a row for each name that differs from the built-in one. GLOBAL is the profile of all other devices.
CREATE TABLE event_definitions (
  profile TEXT NOT NULL,
  code INTEGER NOT NULL,
  name TEXT NOT NULL,
  notify_text TEXT NOT NULL,
  -- Hex like #FFFFFF.
  notify_colour TEXT NOT NULL,
  updated_ms INTEGER NOT NULL,
  PRIMARY KEY (profile, code)
) STRICT;
-- Devices that follow another profile than GLOBAL.
CREATE TABLE event_definition_devices (
  device_key INTEGER PRIMARY KEY,
  profile TEXT NOT NULL
) STRICT;

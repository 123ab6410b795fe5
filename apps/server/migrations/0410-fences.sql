-- Fences and planned routes ('fence', 'route': the kinds of a zone), whom they watch, and who is inside. Times are UTC milliseconds. A
-- cleared slot keeps its row: lat and lng 0.
CREATE TABLE fences (
  slot INTEGER PRIMARY KEY,
  enabled INTEGER NOT NULL,
  title TEXT NOT NULL,
  lat REAL NOT NULL,
  lng REAL NOT NULL,
  radius_m INTEGER NOT NULL,
  trigger_in INTEGER NOT NULL,
  trigger_out INTEGER NOT NULL,
  colour TEXT NOT NULL,
  -- The row of the journal of positions behind which it holds as it is: the first fix of a device after it says silently where that is.
  since_id INTEGER NOT NULL,
  updated_ms INTEGER NOT NULL,
  updated_by TEXT NOT NULL
) STRICT;
CREATE TABLE planned_routes (
  slot INTEGER PRIMARY KEY,
  enabled INTEGER NOT NULL,
  title TEXT NOT NULL,
  latlngs TEXT NOT NULL,
  -- The bitmap: its south-west corner, its cells, and what is set.
  lat REAL NOT NULL,
  lng REAL NOT NULL,
  width INTEGER NOT NULL,
  height INTEGER NOT NULL,
  accuracy REAL NOT NULL,
  data BLOB NOT NULL,
  colour TEXT NOT NULL,
  since_id INTEGER NOT NULL,
  updated_ms INTEGER NOT NULL,
  updated_by TEXT NOT NULL
) STRICT;
CREATE TABLE zone_devices (
  kind TEXT NOT NULL,
  slot INTEGER NOT NULL,
  device_key INTEGER NOT NULL,
  PRIMARY KEY (kind, slot, device_key)
) STRICT;
CREATE INDEX zone_devices_of_device ON zone_devices (device_key);
-- No row: outside, and never inside since the zone holds as it is. `open_serialno`: the event that lasts.
CREATE TABLE zone_states (
  kind TEXT NOT NULL,
  slot INTEGER NOT NULL,
  device_key INTEGER NOT NULL,
  state TEXT NOT NULL,
  open_serialno INTEGER,
  PRIMARY KEY (kind, slot, device_key)
) STRICT;
CREATE INDEX zone_states_of_device ON zone_states (device_key);
-- Up to which row of the journal each device was looked at, as far as a `since_id` has to be compared with it.
CREATE TABLE zone_seen (device_key INTEGER PRIMARY KEY, journal_id INTEGER NOT NULL) STRICT;
-- Up to which row of the journal of positions zones were looked at.
CREATE TABLE zone_cursor (id INTEGER PRIMARY KEY, journal_id INTEGER NOT NULL) STRICT;
INSERT INTO zone_cursor (id, journal_id) VALUES (1, 0);

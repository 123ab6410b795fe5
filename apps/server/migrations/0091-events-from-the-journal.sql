-- Events are made of the alarm journal in tracks.sqlite. How far, and what that has led to, stands here and changes in one transaction
-- with the events.
CREATE TABLE event_cursor (
  name TEXT PRIMARY KEY,
  -- The row of the journal that is worked on, and how many of its reports are done; all rows before it are.
  row_id INTEGER NOT NULL,
  reports_done INTEGER NOT NULL
) STRICT;
INSERT INTO event_cursor (name, row_id, reports_done) VALUES ('alarms', 0, 0);
-- Which alarms of a device are on, as JSON. No row: none.
CREATE TABLE event_states (device_key INTEGER PRIMARY KEY, alarms TEXT NOT NULL) STRICT;
-- What the newest event of a device's link said, and from where it connected.
CREATE TABLE event_links (device_key INTEGER PRIMARY KEY, online INTEGER NOT NULL, address TEXT NOT NULL) STRICT;
-- What in a report an event was made of: an alarm bit or an alarm of active safety; null for events not made of reports. A report that
-- comes twice makes no second event.
ALTER TABLE events ADD COLUMN origin TEXT;
DROP INDEX events_by_device;
CREATE UNIQUE INDEX events_by_device ON events (device_key, device_ms, origin);

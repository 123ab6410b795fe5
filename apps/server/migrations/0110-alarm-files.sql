-- Which alarms devices are asked the files of, one row an alarm; event_serial is the first event that it raised. Times are UTC
-- milliseconds.
CREATE TABLE alarm_file_requests (
  event_serial INTEGER PRIMARY KEY,
  device_key INTEGER NOT NULL,
  -- The alarm identification in hex, as the device sent it, and what it has in common with a repeat of it.
  alarm_sign TEXT NOT NULL,
  alarm_key TEXT NOT NULL,
  -- Given to the device with the request: what it sends is known by it.
  alarm_number TEXT NOT NULL UNIQUE,
  taken_ms INTEGER NOT NULL,
  -- How many files the alarm announced.
  announced INTEGER NOT NULL,
  -- open, done, given-up.
  state TEXT NOT NULL,
  -- Why the newest try came to nothing.
  message TEXT NOT NULL,
  tries INTEGER NOT NULL,
  -- Tries in a row that brought nothing.
  failures INTEGER NOT NULL,
  last_try_ms INTEGER NOT NULL,
  next_try_ms INTEGER NOT NULL,
  created_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX alarm_file_requests_open ON alarm_file_requests (device_key, next_try_ms) WHERE state = 'open';
CREATE INDEX alarm_file_requests_by_alarm ON alarm_file_requests (device_key, alarm_key);
CREATE INDEX alarm_file_requests_by_age ON alarm_file_requests (created_ms);
-- The files that a device listed for an alarm.
CREATE TABLE alarm_files (
  event_serial INTEGER NOT NULL,
  name TEXT NOT NULL,
  bytes INTEGER NOT NULL,
  -- In the store of files; null until it is kept, and for one without bytes.
  file_id INTEGER,
  kept INTEGER NOT NULL,
  PRIMARY KEY (event_serial, name)
) STRICT;
-- Up to which event the events were looked through. One row.
CREATE TABLE alarm_file_cursor (id INTEGER PRIMARY KEY CHECK (id = 1), event_serial INTEGER NOT NULL) STRICT;

-- A call took any number of seconds as a time. Outside the years 0 to 9999 there is no date to show, and a number of milliseconds that a
-- program does not hold exactly makes the whole answer fail: footage of such a time there is none, and a roll-out begins when it was
-- asked for.
DELETE FROM custom_events
WHERE start_ms < -62167219200000 OR start_ms > 253402300799999 OR end_ms < -62167219200000 OR end_ms > 253402300799999;
DELETE FROM events WHERE device_ms < -62167219200000 OR device_ms > 253402300799999;
UPDATE firmware_rollouts SET begins_ms = asked_ms WHERE begins_ms < -62167219200000 OR begins_ms > 253402300799999;

-- When an event counts as having happened: by the device's clock, or when it was received, where that clock cannot be right (before 2010
-- or more than a day ahead). Lists of a day, searches and reports go by it; features/event/moment.ts says the same.
CREATE INDEX events_by_moment ON events (
  (CASE WHEN device_ms < 1262304000000 OR device_ms > received_ms + 86400000 THEN received_ms ELSE device_ms END)
);
-- The same of some devices: the index of a device alone would be read through from its beginning.
CREATE INDEX events_by_device_moment ON events (
  device_key,
  (CASE WHEN device_ms < 1262304000000 OR device_ms > received_ms + 86400000 THEN received_ms ELSE device_ms END)
);
DROP INDEX events_by_time;

-- Where device keys come from: the next one that nobody has had. They are taken in blocks and never given twice, so that whatever is left
-- under the key of a dropped device is nobody else's. Of keys that only tracks.sqlite still knows this file cannot tell: room is left.
CREATE TABLE device_keys (id INTEGER PRIMARY KEY CHECK (id = 1), next_key INTEGER NOT NULL) STRICT;
INSERT INTO device_keys (id, next_key)
SELECT 1, CASE WHEN count(*) = 0 THEN 1 ELSE max(key) + 1001 END FROM (
  SELECT key FROM devices
  UNION SELECT device_key FROM device_groups
  UNION SELECT device_key FROM last_positions
  UNION SELECT device_key FROM talk_log
  UNION SELECT device_key FROM events
  UNION SELECT device_key FROM event_states
  UNION SELECT device_key FROM event_links
  UNION SELECT device_key FROM custom_events
  UNION SELECT device_key FROM stream_log
  UNION SELECT device_key FROM recording_segments
  UNION SELECT device_key FROM recording_days
  UNION SELECT device_key FROM recording_settings
  UNION SELECT device_key FROM event_definition_devices
  UNION SELECT device_key FROM track_days
  UNION SELECT device_key FROM stored_files
  UNION SELECT device_key FROM device_messages
  UNION SELECT device_key FROM driver_cards
  UNION SELECT device_key FROM alarm_file_requests
) AS known;

-- Devices that were dropped, until every room has removed what it kept of them. Times are UTC milliseconds.
CREATE TABLE dropped_devices (
  key INTEGER PRIMARY KEY,
  id TEXT NOT NULL,
  dropped_ms INTEGER NOT NULL
) STRICT;
-- What earlier versions left of dropped devices. Recordings go by their days.
INSERT INTO dropped_devices (key, id, dropped_ms)
SELECT key, '', 0 FROM (
  SELECT device_key AS key FROM device_groups
  UNION SELECT device_key FROM last_positions
  UNION SELECT device_key FROM events
  UNION SELECT device_key FROM event_states
  UNION SELECT device_key FROM event_links
  UNION SELECT device_key FROM custom_events
  UNION SELECT device_key FROM recording_settings
  UNION SELECT device_key FROM event_definition_devices
  UNION SELECT device_key FROM track_days
  UNION SELECT device_key FROM stored_files
  UNION SELECT device_key FROM device_messages
  UNION SELECT device_key FROM driver_cards
  UNION SELECT device_key FROM alarm_file_requests
) AS known WHERE key NOT IN (SELECT key FROM devices);

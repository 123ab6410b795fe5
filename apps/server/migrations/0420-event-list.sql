-- What the list of events shows besides what the device reported. updated_ms: when anything of a row changed last (UTC, milliseconds);
-- never below that of what was answered before. edited_ms and edited_by: when a person changed it last, 0 and '' for nobody.
ALTER TABLE events ADD COLUMN updated_ms INTEGER NOT NULL DEFAULT 0;
ALTER TABLE events ADD COLUMN edited_ms INTEGER NOT NULL DEFAULT 0;
ALTER TABLE events ADD COLUMN edited_by TEXT NOT NULL DEFAULT '';
ALTER TABLE events ADD COLUMN check_status INTEGER NOT NULL DEFAULT 0;
ALTER TABLE events ADD COLUMN memo TEXT NOT NULL DEFAULT '';
-- Of which channels a photo and a clip are kept: bit 0 is channel 1.
ALTER TABLE events ADD COLUMN snap INTEGER NOT NULL DEFAULT 0;
ALTER TABLE events ADD COLUMN download INTEGER NOT NULL DEFAULT 0;
-- Everything that it announced is kept; how often the device was asked for it.
ALTER TABLE events ADD COLUMN completed INTEGER NOT NULL DEFAULT 0;
ALTER TABLE events ADD COLUMN tries INTEGER NOT NULL DEFAULT 0;
-- Seconds before and after the event that its footage reaches; null where nobody said.
ALTER TABLE events ADD COLUMN pre_offset INTEGER;
ALTER TABLE events ADD COLUMN post_offset INTEGER;
-- Footage asked for by hand is listed too.
INSERT INTO events (device_key, code, note, device_ms, received_ms, speed_kmh, source_type, origin, pre_offset, post_offset)
SELECT device_key, 100, user_name, start_ms, created_ms, 0, 2, 'custom.' || id, 0, (end_ms - start_ms) / 1000 FROM custom_events
WHERE device_key IN (SELECT key FROM devices);
UPDATE events SET updated_ms = received_ms;
CREATE INDEX events_by_change ON events (updated_ms);

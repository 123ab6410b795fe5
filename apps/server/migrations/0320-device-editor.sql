-- What the device editor keeps of a device, with what was in a table of recordings: one record, one version.
-- Channels that have no camera, and those that come as main stream (null: as the configuration says); lists of numbers as JSON.
ALTER TABLE devices ADD COLUMN absent_channels TEXT NOT NULL DEFAULT '[]';
ALTER TABLE devices ADD COLUMN main_channels TEXT NOT NULL DEFAULT 'null';
ALTER TABLE devices ADD COLUMN zone_by_place INTEGER NOT NULL DEFAULT 0;
ALTER TABLE devices ADD COLUMN video_loss_interval_s INTEGER NOT NULL DEFAULT 0;
-- 0: as the configuration says.
ALTER TABLE devices ADD COLUMN event_days INTEGER NOT NULL DEFAULT 0;
ALTER TABLE devices ADD COLUMN data_limited INTEGER NOT NULL DEFAULT 0;
ALTER TABLE devices ADD COLUMN data_limit_kb INTEGER NOT NULL DEFAULT 0;
-- -1 no video, 0 live view only, 1 every channel, 2 those of the plan; null: as the configuration says.
ALTER TABLE devices ADD COLUMN record_enable INTEGER;
ALTER TABLE devices ADD COLUMN record_plan TEXT NOT NULL DEFAULT '';
ALTER TABLE devices ADD COLUMN record_audio INTEGER NOT NULL DEFAULT 3;
ALTER TABLE devices ADD COLUMN record_days INTEGER NOT NULL DEFAULT 0;
UPDATE devices SET
  record_enable = (SELECT enable FROM recording_settings WHERE device_key = key),
  record_plan = (SELECT plan FROM recording_settings WHERE device_key = key),
  record_audio = (SELECT audio FROM recording_settings WHERE device_key = key),
  record_days = (SELECT days FROM recording_settings WHERE device_key = key)
WHERE key IN (SELECT device_key FROM recording_settings);
DROP TABLE recording_settings;

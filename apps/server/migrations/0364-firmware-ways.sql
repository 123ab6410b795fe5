-- How devices get a firmware: auto, link, packets.
ALTER TABLE firmware_updates ADD COLUMN way TEXT NOT NULL DEFAULT 'link';
ALTER TABLE auto_firmware_plans ADD COLUMN way TEXT NOT NULL DEFAULT 'auto';
ALTER TABLE firmware_rollouts ADD COLUMN way TEXT NOT NULL DEFAULT 'auto';

-- What is known of the person of an account, how many days back it may look (0: all), when it signed in last (UTC milliseconds), and its
-- version as in 0220.
ALTER TABLE users ADD COLUMN mail TEXT NOT NULL DEFAULT '';
ALTER TABLE users ADD COLUMN phone TEXT NOT NULL DEFAULT '';
ALTER TABLE users ADD COLUMN memo TEXT NOT NULL DEFAULT '';
-- 'lat,lng' in degrees.
ALTER TABLE users ADD COLUMN map_place TEXT NOT NULL DEFAULT '';
ALTER TABLE users ADD COLUMN ext_user TEXT NOT NULL DEFAULT '';
ALTER TABLE users ADD COLUMN ext_pass TEXT NOT NULL DEFAULT '';
ALTER TABLE users ADD COLUMN retention_days INTEGER NOT NULL DEFAULT 0;
ALTER TABLE users ADD COLUMN signed_in_ms INTEGER;
ALTER TABLE users ADD COLUMN updated_ms INTEGER NOT NULL DEFAULT 0;
ALTER TABLE users ADD COLUMN updated_by TEXT NOT NULL DEFAULT '';

-- When records that people edit were changed last (UTC milliseconds, whole seconds, each change later than the one before), and by whom: an
-- account or 'command line'. 0 and '': not since this is kept.
ALTER TABLE settings ADD COLUMN updated_ms INTEGER NOT NULL DEFAULT 0;
ALTER TABLE settings ADD COLUMN updated_by TEXT NOT NULL DEFAULT '';
ALTER TABLE devices ADD COLUMN updated_ms INTEGER NOT NULL DEFAULT 0;
ALTER TABLE devices ADD COLUMN updated_by TEXT NOT NULL DEFAULT '';

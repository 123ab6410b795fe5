-- As in 0220.
ALTER TABLE permission_sets ADD COLUMN updated_ms INTEGER NOT NULL DEFAULT 0;
ALTER TABLE permission_sets ADD COLUMN updated_by TEXT NOT NULL DEFAULT '';

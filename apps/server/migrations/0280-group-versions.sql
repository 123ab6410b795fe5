-- When a group was changed last and by whom, as 0220-versions.sql has it for other records that people edit.
ALTER TABLE groups ADD COLUMN updated_ms INTEGER NOT NULL DEFAULT 0;
ALTER TABLE groups ADD COLUMN updated_by TEXT NOT NULL DEFAULT '';

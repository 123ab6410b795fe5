-- Who changed a definition last.
ALTER TABLE event_definitions ADD COLUMN updated_by TEXT NOT NULL DEFAULT '';

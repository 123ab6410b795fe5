-- How often footage was tried and when the last try ended, for who looks at the tasks.
ALTER TABLE planned_fetches ADD COLUMN tried_ms INTEGER NOT NULL DEFAULT 0;
ALTER TABLE custom_events ADD COLUMN tries INTEGER NOT NULL DEFAULT 0;
ALTER TABLE custom_events ADD COLUMN tried_ms INTEGER NOT NULL DEFAULT 0;

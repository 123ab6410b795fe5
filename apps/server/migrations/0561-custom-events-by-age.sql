-- From the oldest task to the next without their rows: most of those that are forgotten are at its beginning.
CREATE INDEX custom_events_by_age ON custom_events (created_ms, tried_ms, state);

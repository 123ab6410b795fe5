-- 1: the last try said that the receiver takes nothing now, so what is behind it in its lane waits for its next try.
ALTER TABLE outbox ADD COLUMN holds_lane INTEGER NOT NULL DEFAULT 0;

-- How far the footage of a custom event is. `state` is now one of waiting, fetching, done, partial, failed, cancelled; `footage` is a
-- JSON list of [channel, start, end, stream] in UTC milliseconds: what was fetched and is kept.
ALTER TABLE custom_events ADD COLUMN message TEXT NOT NULL DEFAULT 'waiting for footage download';
ALTER TABLE custom_events ADD COLUMN progress INTEGER NOT NULL DEFAULT 0;
ALTER TABLE custom_events ADD COLUMN footage TEXT NOT NULL DEFAULT '[]';

-- What waits in all and in a lane, and what of a lane is due, without the rows: their payloads may be large, and each event may ask.
CREATE INDEX outbox_by_lane ON outbox (lane, next_try_ms, bytes);

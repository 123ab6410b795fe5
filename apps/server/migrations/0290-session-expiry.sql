-- Sessions that are over are found by their time: they are not all in memory any more.
CREATE INDEX sessions_by_expiry ON sessions (expires_ms);

-- Who was written to by realtime plans, kind 'mail' or 'sms': at most one message a minute each. Until next_ms (UTC) what else there is for
-- them waits; held counts these events, also those that found no room in notify_held.
CREATE TABLE notify_receivers (
  kind TEXT NOT NULL,
  receiver TEXT NOT NULL,
  next_ms INTEGER NOT NULL,
  held INTEGER NOT NULL,
  PRIMARY KEY (kind, receiver)
) STRICT;
CREATE INDEX notify_receivers_next ON notify_receivers (next_ms);
-- Events that wait for the next message to a receiver, in the words of the moment when they came.
CREATE TABLE notify_held (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL,
  receiver TEXT NOT NULL,
  serialno INTEGER NOT NULL,
  code INTEGER NOT NULL,
  name TEXT NOT NULL,
  message TEXT NOT NULL,
  device TEXT NOT NULL,
  event_time TEXT NOT NULL,
  place TEXT NOT NULL,
  speed_kmh REAL NOT NULL
) STRICT;
CREATE INDEX notify_held_receiver ON notify_held (kind, receiver, id);

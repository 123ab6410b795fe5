-- Small messages that devices send of their own accord and that nothing else keeps, so that none is acknowledged and lost. Times are UTC
-- milliseconds.
CREATE TABLE device_messages (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  device_key INTEGER NOT NULL,
  -- transparent, passengers, media-event, upgrade-result, recorder-data, upload-result.
  kind TEXT NOT NULL,
  received_ms INTEGER NOT NULL,
  -- What was read of it, as JSON; bytes in hex.
  content TEXT NOT NULL,
  -- The body as it was sent.
  body BLOB NOT NULL,
  -- By which a repeat of the same message is known.
  mark TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX device_messages_by_mark ON device_messages (device_key, kind, mark);
CREATE INDEX device_messages_by_time ON device_messages (device_key, received_ms);
CREATE INDEX device_messages_by_age ON device_messages (received_ms);

-- Drivers' cards put in and taken out. device_ms is the device's own time; null where it says none.
CREATE TABLE driver_cards (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  device_key INTEGER NOT NULL,
  -- in, out, unread (it was put in and could not be read).
  action TEXT NOT NULL,
  device_ms INTEGER,
  received_ms INTEGER NOT NULL,
  name TEXT NOT NULL,
  licence TEXT NOT NULL,
  issuer TEXT NOT NULL,
  -- YYYYMMDD; empty where the card does not say.
  valid_until TEXT NOT NULL,
  mark TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX driver_cards_by_mark ON driver_cards (device_key, mark);
CREATE INDEX driver_cards_by_time ON driver_cards (device_key, received_ms);
CREATE INDEX driver_cards_by_age ON driver_cards (received_ms);

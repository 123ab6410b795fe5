-- What an active-safety alarm says of its files. alarm_sign: the alarm identification as the device sent it, in hex, as long as its
-- dialect makes it (16, 32, 38, 39 or 40 bytes); null where an alarm has none. attachments: how many files the device announced.
ALTER TABLE events ADD COLUMN alarm_sign TEXT;
ALTER TABLE events ADD COLUMN attachments INTEGER NOT NULL DEFAULT 0;
CREATE INDEX events_with_attachments ON events (serialno) WHERE attachments > 0;

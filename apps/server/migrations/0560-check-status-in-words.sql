-- The check status of an event is a word or a few. Numbers of before stay as they were, in digits.
ALTER TABLE events ADD COLUMN check_words TEXT NOT NULL DEFAULT 'Unchecked';
UPDATE events SET check_words = CAST(check_status AS TEXT) WHERE check_status <> 0;
ALTER TABLE events DROP COLUMN check_status;
ALTER TABLE events RENAME COLUMN check_words TO check_status;

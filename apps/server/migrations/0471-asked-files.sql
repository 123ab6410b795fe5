-- Whether a device was asked for a file, or sent it of its own accord.
ALTER TABLE stored_files ADD COLUMN asked INTEGER NOT NULL DEFAULT 0;
UPDATE stored_files SET asked = 1 WHERE source <> '0x0801' OR cause = 'order';
CREATE INDEX stored_files_unasked ON stored_files (taken_ms) WHERE asked = 0;

-- The hashes of segments whose rows were forgotten, as far as a row that is still there may follow them: the chain of a channel begins there.
CREATE TABLE forgotten_segments (
  device_key INTEGER NOT NULL,
  channel INTEGER NOT NULL,
  hash BLOB NOT NULL,
  PRIMARY KEY (device_key, channel, hash)
) STRICT, WITHOUT ROWID;

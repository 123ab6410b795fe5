-- The firmware store. Its files lie in the folder `firmware`, named by their id. Times are UTC milliseconds.
CREATE TABLE firmware (
  id TEXT PRIMARY KEY,
  file_name TEXT NOT NULL,
  memo TEXT NOT NULL,
  bytes INTEGER NOT NULL,
  -- Lower-case hex.
  md5 TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  updated_ms INTEGER NOT NULL
) STRICT;

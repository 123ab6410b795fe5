-- Faces of drivers as people keep them, and their photos. The files of the photos lie in the folder `faces`, named by their id. Times are
-- UTC milliseconds.
CREATE TABLE faces (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  -- Shown as Group and Identify.
  unit TEXT NOT NULL,
  idcard TEXT NOT NULL,
  name TEXT NOT NULL,
  contact TEXT NOT NULL,
  memo TEXT NOT NULL,
  updated_ms INTEGER NOT NULL,
  updated_by TEXT NOT NULL
) STRICT;
CREATE TABLE face_photos (
  -- 128 random bits in hex.
  id TEXT PRIMARY KEY,
  face_id INTEGER NOT NULL REFERENCES faces (id) ON DELETE CASCADE,
  -- image/jpeg or image/png.
  type TEXT NOT NULL,
  bytes INTEGER NOT NULL,
  -- Lower-case hex.
  md5 TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  added_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX face_photos_of_face ON face_photos (face_id);

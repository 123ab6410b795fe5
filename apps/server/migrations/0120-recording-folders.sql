-- The mark that lies in each folder for recordings: a disk that is not mounted, or another one in its place, lacks it.
CREATE TABLE recording_folders (
  folder TEXT PRIMARY KEY,
  mark TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Settings, accounts, groups and sessions. Times are UTC milliseconds.
CREATE TABLE settings (
  key TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT;

CREATE TABLE users (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL UNIQUE,
  password TEXT NOT NULL,
  level INTEGER NOT NULL CHECK (level >= 0),
  rights TEXT NOT NULL,
  expires_ms INTEGER,
  created_ms INTEGER NOT NULL
) STRICT;

CREATE TABLE groups (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  parent_id INTEGER REFERENCES groups (id) ON DELETE CASCADE,
  name TEXT NOT NULL
) STRICT;
CREATE INDEX groups_by_parent ON groups (parent_id);
INSERT INTO groups (id, parent_id, name) VALUES (1, NULL, 'All devices');

CREATE TABLE user_groups (
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  group_id INTEGER NOT NULL REFERENCES groups (id) ON DELETE CASCADE,
  PRIMARY KEY (user_id, group_id)
) STRICT, WITHOUT ROWID;

-- device_key is the device's own key; the device may be unknown here (its row comes and goes with its registration).
CREATE TABLE device_groups (
  device_key INTEGER NOT NULL,
  group_id INTEGER NOT NULL REFERENCES groups (id) ON DELETE CASCADE,
  PRIMARY KEY (device_key, group_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE sessions (
  id TEXT PRIMARY KEY,
  token_hash BLOB NOT NULL UNIQUE,
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  created_ms INTEGER NOT NULL,
  expires_ms INTEGER NOT NULL,
  address TEXT NOT NULL
) STRICT;
CREATE INDEX sessions_by_user ON sessions (user_id);

CREATE TABLE login_links (
  id_hash BLOB PRIMARY KEY,
  secret_hash BLOB NOT NULL,
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  expires_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

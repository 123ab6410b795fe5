-- Which firmware devices have, as they said last, and what became of telling them to fetch another one. Times are UTC milliseconds.
CREATE TABLE device_firmware (
  device_key INTEGER PRIMARY KEY,
  version TEXT NOT NULL,
  read_ms INTEGER NOT NULL
) STRICT;
CREATE TABLE firmware_updates (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  device_key INTEGER NOT NULL,
  device_id TEXT NOT NULL,
  -- Without name and password.
  url TEXT NOT NULL,
  -- Of the store, and how large it is; '' and 0 for an address elsewhere.
  firmware_id TEXT NOT NULL,
  bytes INTEGER NOT NULL,
  -- Opens the file for this device while the update is under way. A secret.
  token TEXT NOT NULL,
  -- '' where nobody knows.
  from_version TEXT NOT NULL,
  to_version TEXT NOT NULL,
  user_name TEXT NOT NULL,
  -- What had it started, 0 for a person.
  plan_id INTEGER NOT NULL DEFAULT 0,
  rollout_id INTEGER NOT NULL DEFAULT 0,
  -- The states and reasons of the contract.
  state TEXT NOT NULL,
  percent INTEGER NOT NULL DEFAULT 0,
  reason TEXT NOT NULL DEFAULT '',
  -- The version that it ended with.
  version TEXT NOT NULL DEFAULT '',
  asked_ms INTEGER NOT NULL,
  heard_ms INTEGER NOT NULL,
  ended_ms INTEGER
) STRICT;
CREATE INDEX firmware_updates_of_device ON firmware_updates (device_key, id);
CREATE INDEX firmware_updates_open ON firmware_updates (id) WHERE ended_ms IS NULL;
CREATE INDEX firmware_updates_of_rollout ON firmware_updates (rollout_id, device_key) WHERE rollout_id > 0;
CREATE INDEX firmware_updates_ended ON firmware_updates (ended_ms) WHERE ended_ms IS NOT NULL;

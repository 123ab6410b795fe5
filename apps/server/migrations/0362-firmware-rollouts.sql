-- A firmware for many devices in stages. Times are UTC milliseconds.
CREATE TABLE firmware_rollouts (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  url TEXT NOT NULL,
  version TEXT NOT NULL,
  memo TEXT NOT NULL,
  -- running, paused, stopped (by itself), ended (by somebody), done.
  state TEXT NOT NULL,
  -- 1: one device. 2: one in twenty. 3: all.
  stage INTEGER NOT NULL,
  max_failures INTEGER NOT NULL,
  user_id INTEGER NOT NULL,
  user_name TEXT NOT NULL,
  asked_ms INTEGER NOT NULL,
  updated_ms INTEGER NOT NULL
) STRICT;
CREATE TABLE firmware_rollout_devices (
  rollout_id INTEGER NOT NULL,
  device_key INTEGER NOT NULL,
  -- 0 until its turn has come.
  stage INTEGER NOT NULL,
  -- planned, running, done, failed.
  state TEXT NOT NULL,
  -- Of firmware_updates, 0 before the first.
  update_id INTEGER NOT NULL,
  PRIMARY KEY (rollout_id, device_key)
) STRICT;
CREATE INDEX firmware_rollout_devices_of_device ON firmware_rollout_devices (device_key);

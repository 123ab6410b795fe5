-- What is fetched for which event. target names whose and which code, so that there is one plan of each; plan is JSON.
CREATE TABLE download_plans (
  target TEXT PRIMARY KEY,
  update_mode TEXT NOT NULL,
  -- Of a plan for one device.
  device_key INTEGER,
  -- Of a plan for a group.
  group_id INTEGER,
  code INTEGER NOT NULL,
  plan TEXT NOT NULL,
  updated_ms INTEGER NOT NULL,
  updated_by TEXT NOT NULL
) STRICT;
-- What became of an event because of its plan when it was stored: the plan's mode, null without a plan. acc_on: whether the ignition was
-- on by the report that it was made of, null where no report says.
ALTER TABLE events ADD COLUMN download_mode INTEGER;
ALTER TABLE events ADD COLUMN acc_on INTEGER;
-- What is to be fetched because of plans, and how far that is. One footage and up to two photos of an event.
CREATE TABLE planned_fetches (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  event_serial INTEGER NOT NULL,
  -- footage or photos
  kind TEXT NOT NULL,
  device_key INTEGER NOT NULL,
  code INTEGER NOT NULL,
  -- When it happened, by the device's time.
  event_ms INTEGER NOT NULL,
  -- Not asked for before.
  due_ms INTEGER NOT NULL,
  start_ms INTEGER NOT NULL,
  end_ms INTEGER NOT NULL,
  channels TEXT NOT NULL,
  main_channels TEXT NOT NULL,
  audio INTEGER NOT NULL,
  created_ms INTEGER NOT NULL,
  state TEXT NOT NULL,
  message TEXT NOT NULL DEFAULT '',
  tries INTEGER NOT NULL DEFAULT 0,
  UNIQUE (event_serial, kind, due_ms)
) STRICT;
CREATE INDEX planned_fetches_by_event ON planned_fetches (device_key, code, event_ms);
CREATE INDEX planned_fetches_open ON planned_fetches (state, id);
CREATE INDEX events_by_download_mode ON events (download_mode, serialno);
-- The newest event that was looked at for them.
CREATE TABLE planned_fetch_cursor (
  id INTEGER PRIMARY KEY,
  event_serial INTEGER NOT NULL
) STRICT;

-- Who is told of which event: kind 'push' or 'realtime'; target names whose and which code, so that there is one plan of each; plan is JSON.
CREATE TABLE notify_plans (
  kind TEXT NOT NULL,
  target TEXT NOT NULL,
  update_mode TEXT NOT NULL,
  -- Of a plan for one device.
  device_key INTEGER,
  -- Of a plan for a group.
  group_id INTEGER,
  code INTEGER NOT NULL,
  plan TEXT NOT NULL,
  updated_ms INTEGER NOT NULL,
  updated_by TEXT NOT NULL,
  PRIMARY KEY (kind, target)
) STRICT;
-- The newest event that plans were looked up for. What there was before is told nobody.
CREATE TABLE notify_cursor (
  id INTEGER PRIMARY KEY,
  event_serial INTEGER NOT NULL
) STRICT;
INSERT INTO notify_cursor (id, event_serial) SELECT 1, COALESCE(MAX(serialno), 0) FROM events;

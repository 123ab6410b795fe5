-- Scheduled reports, the periods that were reported, and the files that are kept of them. Times are UTC milliseconds.
CREATE TABLE event_reports (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  -- Whose sight of devices it has.
  user_id INTEGER NOT NULL,
  user_name TEXT NOT NULL,
  enabled INTEGER NOT NULL,
  profile TEXT NOT NULL,
  type TEXT NOT NULL,
  period_minutes INTEGER NOT NULL,
  imperial INTEGER NOT NULL,
  sender TEXT NOT NULL,
  receivers TEXT NOT NULL,
  -- 1: every device of its account, and no rows below.
  all_devices INTEGER NOT NULL,
  script TEXT NOT NULL,
  memo TEXT NOT NULL,
  events TEXT NOT NULL,
  zone_seconds INTEGER NOT NULL,
  -- Periods that ended before are not made up for.
  since_ms INTEGER NOT NULL,
  updated_ms INTEGER NOT NULL,
  updated_by TEXT NOT NULL
) STRICT;
CREATE TABLE event_report_devices (
  report_id INTEGER NOT NULL,
  device_key INTEGER NOT NULL,
  PRIMARY KEY (report_id, device_key)
) STRICT;
CREATE INDEX event_report_devices_of_device ON event_report_devices (device_key);
-- A period that is over with: 'made', or 'failed' where it was given up.
CREATE TABLE event_report_runs (
  report_id INTEGER NOT NULL,
  end_ms INTEGER NOT NULL,
  state TEXT NOT NULL,
  -- '', or how far its mail is: 'due' until it is handed over, then 'sent'; 'failed' where it never could be.
  mail TEXT NOT NULL,
  PRIMARY KEY (report_id, end_ms)
) STRICT;
CREATE INDEX event_report_runs_by_end ON event_report_runs (end_ms);
-- `stored`: its name on the disk.
CREATE TABLE report_files (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  report_id INTEGER NOT NULL,
  user_id INTEGER NOT NULL,
  profile TEXT NOT NULL,
  type TEXT NOT NULL,
  period_minutes INTEGER NOT NULL,
  name TEXT NOT NULL,
  kind TEXT NOT NULL,
  stored TEXT NOT NULL UNIQUE,
  bytes INTEGER NOT NULL,
  hash TEXT NOT NULL,
  start_ms INTEGER NOT NULL,
  end_ms INTEGER NOT NULL,
  made_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX report_files_by_made ON report_files (made_ms);
CREATE INDEX report_files_of_report ON report_files (report_id, made_ms);

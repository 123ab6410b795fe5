-- What tracks add up to: for each device and UTC day the quarters of an hour in which something was, as bytes. Made of the positions,
-- and made anew at any time: stale says that positions came which they lack.
CREATE TABLE track_days (
  device_key INTEGER NOT NULL,
  day INTEGER NOT NULL,
  -- By which version of the method.
  method INTEGER NOT NULL,
  stale INTEGER NOT NULL,
  quarters BLOB NOT NULL,
  PRIMARY KEY (device_key, day)
) STRICT, WITHOUT ROWID;
CREATE INDEX track_days_by_day ON track_days (day);

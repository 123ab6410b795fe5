-- Bytes that devices sent (in) and were sent (out), for each day of the server's zone, YYYY-MM-DD.
CREATE TABLE data_use (
  device_key INTEGER NOT NULL,
  day TEXT NOT NULL,
  in_bytes INTEGER NOT NULL,
  out_bytes INTEGER NOT NULL,
  PRIMARY KEY (device_key, day)
) STRICT;

CREATE INDEX data_use_by_day ON data_use (day);

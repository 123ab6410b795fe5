-- The part of its monthly limit that a device was last told to have used, per cent, and in which month (YYYY-MM).
CREATE TABLE data_warnings (
  device_key INTEGER NOT NULL PRIMARY KEY,
  month TEXT NOT NULL,
  percent INTEGER NOT NULL
) STRICT;

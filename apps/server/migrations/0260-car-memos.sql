-- Short texts of vehicles, two of each: type 0 and 1. An empty one has no row. Who changed it, UTC milliseconds.
CREATE TABLE car_memos (
  device_key INTEGER NOT NULL,
  type INTEGER NOT NULL,
  memo TEXT NOT NULL,
  updated_ms INTEGER NOT NULL,
  updated_by TEXT NOT NULL,
  PRIMARY KEY (device_key, type)
) STRICT;

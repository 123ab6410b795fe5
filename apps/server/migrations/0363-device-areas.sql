-- Areas and routes that devices watch, as each has confirmed them. What is still to be set or removed is an order (device_orders).
CREATE TABLE device_areas (
  device_key INTEGER NOT NULL,
  kind TEXT NOT NULL,
  area_id INTEGER NOT NULL,
  area TEXT NOT NULL,
  set_ms INTEGER NOT NULL,
  set_by TEXT NOT NULL,
  PRIMARY KEY (device_key, kind, area_id)
) STRICT;

-- Who bought a device and how they are reached, where a deployment keeps that. Personal data.
CREATE TABLE customer_records (
  device_key INTEGER PRIMARY KEY,
  dealer TEXT NOT NULL,
  customer TEXT NOT NULL,
  salesman TEXT NOT NULL,
  address TEXT NOT NULL,
  phone TEXT NOT NULL,
  mail TEXT NOT NULL,
  follow INTEGER NOT NULL,
  memo TEXT NOT NULL,
  updated_ms INTEGER NOT NULL,
  updated_by TEXT NOT NULL
) STRICT;

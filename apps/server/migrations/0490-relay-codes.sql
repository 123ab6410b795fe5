-- What other platforms gave devices that are passed on to them: with its code a device authenticates there and is not registered again.
-- target: host and port.
CREATE TABLE relay_codes (
  device_key INTEGER NOT NULL,
  target TEXT NOT NULL,
  auth_code TEXT NOT NULL,
  PRIMARY KEY (device_key, target)
) STRICT;

-- Who set a parameter of a device last through this server, and when. What it was set to is the device's to say.
CREATE TABLE parameter_changes (
  device_key INTEGER NOT NULL,
  parameter TEXT NOT NULL,
  updated_ms INTEGER NOT NULL,
  updated_by TEXT NOT NULL,
  PRIMARY KEY (device_key, parameter)
) STRICT;

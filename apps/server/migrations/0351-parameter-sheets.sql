-- What a device told of its parameters when it was last asked for all: shown, with its time, while the device is away. Without passwords.
CREATE TABLE parameter_sheets (
  device_key INTEGER PRIMARY KEY,
  read_ms INTEGER NOT NULL,
  -- JSON: values by their names.
  sheet TEXT NOT NULL
) STRICT;

-- The last known position of each device, as JSON of the neutral position; registered or not.
CREATE TABLE last_positions (
  device_key INTEGER PRIMARY KEY,
  impossible INTEGER NOT NULL,
  position TEXT NOT NULL
) STRICT;

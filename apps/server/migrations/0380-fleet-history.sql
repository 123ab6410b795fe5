-- The counters of the whole fleet at each minute that the server was running. Speeds in km/h; null where nobody drove.
CREATE TABLE fleet_minutes (
  minute_ms INTEGER PRIMARY KEY,
  registered INTEGER NOT NULL,
  online INTEGER NOT NULL,
  driving INTEGER NOT NULL,
  over_speed INTEGER NOT NULL,
  recording INTEGER NOT NULL,
  fresh INTEGER NOT NULL,
  average_kmh INTEGER,
  top_kmh INTEGER
) STRICT;

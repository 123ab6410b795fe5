-- What the meters of a server measured in a minute that ended at at_ms (UTC). meters: JSON, by name how often, and ms in all and at most.
CREATE TABLE performance_minutes (
  at_ms INTEGER NOT NULL,
  gms TEXT NOT NULL,
  meters TEXT NOT NULL,
  PRIMARY KEY (at_ms, gms)
) STRICT;

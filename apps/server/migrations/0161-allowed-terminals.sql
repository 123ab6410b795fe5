-- Terminals that an operator allowed to register a number which other hardware has, until they do or the time is over: who that is, as
-- the list of those who wait shows it. Times are UTC milliseconds.
CREATE TABLE allowed_terminals (
  -- As the waiting list numbers it.
  id INTEGER PRIMARY KEY,
  terminal_id TEXT NOT NULL,
  manufacturer TEXT NOT NULL,
  model TEXT NOT NULL,
  hardware_id TEXT NOT NULL,
  address TEXT NOT NULL,
  plate TEXT NOT NULL,
  first_ms INTEGER NOT NULL,
  last_ms INTEGER NOT NULL,
  attempts INTEGER NOT NULL,
  allowed_until_ms INTEGER NOT NULL,
  allowed_by TEXT NOT NULL
) STRICT;

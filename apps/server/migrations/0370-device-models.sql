-- What devices say that they are (0x0107), as of their last answer. Times are UTC milliseconds.
CREATE TABLE device_models (
  device_key INTEGER PRIMARY KEY,
  manufacturer TEXT NOT NULL,
  model TEXT NOT NULL,
  firmware TEXT NOT NULL,
  hardware TEXT NOT NULL,
  -- The digits of the SIM card.
  iccid TEXT NOT NULL,
  -- Bits; what it has, and whether it knows the vendor block.
  terminal_type INTEGER NOT NULL,
  told_ms INTEGER NOT NULL
) STRICT;

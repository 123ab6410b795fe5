-- The card put in last at each device.
CREATE INDEX driver_cards_newest ON driver_cards (device_key, action, id);

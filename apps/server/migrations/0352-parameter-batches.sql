-- One set of parameters for many devices. What came of it for each device is its newest order of the batch. Times are UTC milliseconds.
CREATE TABLE parameter_batches (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  memo TEXT NOT NULL,
  -- JSON: values by their names, no passwords.
  sheet TEXT NOT NULL,
  user_id INTEGER NOT NULL,
  user_name TEXT NOT NULL,
  asked_ms INTEGER NOT NULL,
  -- 1 when every device has its order, or the reason why it has none.
  written INTEGER NOT NULL
) STRICT;
CREATE INDEX parameter_batches_asked ON parameter_batches (asked_ms);
CREATE TABLE parameter_batch_devices (
  batch_id INTEGER NOT NULL,
  device_key INTEGER NOT NULL,
  -- Its id when it was asked for.
  device_id TEXT NOT NULL,
  -- Why no order could be written, '' otherwise.
  trouble TEXT NOT NULL,
  PRIMARY KEY (batch_id, device_key)
) STRICT;
CREATE INDEX parameter_batch_devices_of_device ON parameter_batch_devices (device_key);
ALTER TABLE device_orders ADD COLUMN batch_id INTEGER NOT NULL DEFAULT 0;
CREATE INDEX device_orders_of_batch ON device_orders (batch_id, device_key) WHERE batch_id > 0;

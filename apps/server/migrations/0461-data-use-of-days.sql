-- Days are read device by device, a page at a time.
CREATE INDEX data_use_by_day_and_device ON data_use (day, device_key);
DROP INDEX data_use_by_day;

-- The version of a memo is said in whole seconds, as of all records that people edit.
UPDATE car_memos SET updated_ms = updated_ms / 1000 * 1000;

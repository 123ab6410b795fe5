-- Finds what is protected of a device without a look at every segment.
CREATE INDEX recording_segments_protected ON recording_segments (device_key, start_ms) WHERE protected_until_ms > 0;

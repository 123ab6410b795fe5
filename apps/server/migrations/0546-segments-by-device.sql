-- From device to device among hundreds of thousands of segments, to the oldest of each, and to what each takes, without their rows.
CREATE INDEX recording_segments_by_device ON recording_segments (state, device_key, node, end_ms, bytes);
-- The same of footage that was fetched from devices: its channels are lanes, from 256 on.
CREATE INDEX recording_segments_fetched ON recording_segments (state, node, protected_until_ms, id, bytes, channel) WHERE channel >= 256;

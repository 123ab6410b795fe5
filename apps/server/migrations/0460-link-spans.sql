-- When links of devices stood, UTC ms; end_ms null while one stands. None reaches over a midnight of UTC.
CREATE TABLE link_spans (
  device_key INTEGER NOT NULL,
  begin_ms INTEGER NOT NULL,
  end_ms INTEGER,
  PRIMARY KEY (begin_ms, device_key)
) STRICT;

CREATE INDEX link_spans_by_device ON link_spans (device_key);
CREATE INDEX link_spans_standing ON link_spans (begin_ms) WHERE end_ms IS NULL;

-- One row: until when the server that wrote it last saw its links. Those that a killed server left standing end there.
CREATE TABLE link_watch (
  id INTEGER PRIMARY KEY,
  seen_ms INTEGER NOT NULL
) STRICT;

-- Segments name the media slot that holds them, and the node (the server) that it belongs to, instead of a folder. Where a slot lay last
-- stands here, with the mark of its folder, by which it is found elsewhere; an empty mark: it has none yet.
CREATE TABLE recording_slots (
  node TEXT NOT NULL,
  name TEXT NOT NULL,
  folder TEXT NOT NULL,
  mark TEXT NOT NULL,
  PRIMARY KEY (node, name)
) STRICT, WITHOUT ROWID;
INSERT INTO recording_slots (node, name, folder, mark)
  SELECT 'main', 'slot' || row_number() OVER (ORDER BY f.folder), f.folder, COALESCE(m.mark, '')
  FROM (SELECT slot AS folder FROM recording_segments UNION SELECT folder FROM recording_folders) AS f
  LEFT JOIN recording_folders AS m ON m.folder = f.folder;
DROP TABLE recording_folders;

DROP INDEX recording_segments_by_slot;
ALTER TABLE recording_segments ADD COLUMN node TEXT NOT NULL DEFAULT 'main';
UPDATE recording_segments SET slot = (SELECT s.name FROM recording_slots AS s WHERE s.folder = recording_segments.slot);
CREATE INDEX recording_segments_by_slot ON recording_segments (node, slot, state, end_ms);

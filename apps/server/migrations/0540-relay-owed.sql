-- How far the positions in the journal of tracks were passed on to another platform (target: host and port). One row, none while the relay is off.
CREATE TABLE relay_cursor (id INTEGER PRIMARY KEY, target TEXT NOT NULL, journal_id INTEGER NOT NULL) STRICT;
-- Devices that are behind the cursor: what they owe begins with this row of the journal. The others owe what stands behind the cursor.
CREATE TABLE relay_owed (device_key INTEGER PRIMARY KEY, journal_id INTEGER NOT NULL) STRICT;

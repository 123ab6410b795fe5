-- The fence or the planned route that an event is about, as it was called then.
ALTER TABLE events ADD COLUMN fence TEXT NOT NULL DEFAULT '';

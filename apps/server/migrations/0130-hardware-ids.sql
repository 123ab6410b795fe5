-- What a terminal calls its own hardware when it registers (0x0100, terminal id). NULL: it registered before this was kept, or never.
ALTER TABLE devices ADD COLUMN hardware_id TEXT;

-- When a roll-out begins, and the groups (JSON) whose devices of that moment it is for.
ALTER TABLE firmware_rollouts ADD COLUMN begins_ms INTEGER NOT NULL DEFAULT 0;
ALTER TABLE firmware_rollouts ADD COLUMN group_ids TEXT NOT NULL DEFAULT '[]';
UPDATE firmware_rollouts SET begins_ms = asked_ms;

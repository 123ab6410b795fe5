-- Files lie at the server that makes them: a row says which, and another server leaves it alone.
ALTER TABLE downloads ADD COLUMN node TEXT NOT NULL DEFAULT 'main';
CREATE INDEX downloads_by_node ON downloads (node, created_ms);

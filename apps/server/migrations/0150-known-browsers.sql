-- Browsers that an account has signed in from: a ticket in a cookie proves it. It opens nothing; it only keeps the account's own
-- browser apart from strangers who guess. Stored is the SHA-256 of the ticket.
CREATE TABLE known_browsers (
  ticket_hash BLOB NOT NULL,
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  used_ms INTEGER NOT NULL,
  PRIMARY KEY (ticket_hash, user_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX known_browsers_by_user ON known_browsers (user_id, used_ms);

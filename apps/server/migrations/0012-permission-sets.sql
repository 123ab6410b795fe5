-- Permission sets: the rights of all accounts of a level that have none of their own (users.rights is then empty). The flags are
-- in the order of the rights table; what stands past the end of the text reads 0. Level 0 holds every right and has no row.
CREATE TABLE permission_sets (
  id INTEGER PRIMARY KEY CHECK (id > 0),
  name TEXT NOT NULL,
  rights TEXT NOT NULL
) STRICT;
INSERT INTO permission_sets (id, name, rights) VALUES
  (1, 'Manager', '11111111111111'),
  (2, 'Operator', '11111110001110'),
  (3, 'Viewer', '1110001');

// Event definitions in the database of a running server, as an editor would leave them. Reading them is the server's.
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const within = (dataFolder: string, write: (db: DatabaseSync) => void): void => {
  const db = new DatabaseSync(join(dataFolder, 'outrider.sqlite'), { timeout: 5000 });
  try {
    write(db);
  } finally {
    db.close();
  }
};

/** Names an event code in a profile. */
export const defineEvent = (dataFolder: string, profile: string, code: number, name: string, updatedMs = 0): void =>
  within(dataFolder, (db) =>
    db
      .prepare("INSERT INTO event_definitions VALUES (?, ?, ?, '', '#FFFFFF', ?, 'editor')")
      .run(profile, code, name, updatedMs),
  );

/** Has a registered device follow a profile. */
export const followProfile = (dataFolder: string, deviceId: string, profile: string): void =>
  within(dataFolder, (db) =>
    db.prepare('INSERT INTO event_definition_devices SELECT key, ? FROM devices WHERE id = ?').run(profile, deviceId),
  );

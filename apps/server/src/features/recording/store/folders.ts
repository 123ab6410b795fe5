// Rows of folders for recordings: the mark that each of them carries.
import type { RecordingTables } from './tables.ts';

export const folderRows = (db: RecordingTables) => ({
  async marks(): Promise<Map<string, string>> {
    const rows = await db.selectFrom('recordingFolders').selectAll().execute();
    return new Map(rows.map(({ folder, mark }) => [folder, mark]));
  },

  async setMark(folder: string, mark: string): Promise<void> {
    await db
      .insertInto('recordingFolders')
      .values({ folder, mark })
      .onConflict((conflict) => conflict.column('folder').doUpdateSet({ mark }))
      .execute();
  },
});

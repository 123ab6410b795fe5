// What operators set for single devices.
import type { RecordSettings } from '../plan.ts';
import type { RecordingTables, SettingsRow } from './tables.ts';

export const settingsRows = (db: RecordingTables) => ({
  async settings(): Promise<Map<number, RecordSettings>> {
    const rows = await db.selectFrom('recordingSettings').selectAll().execute();
    return new Map(rows.map((row) => [row.deviceKey, settingsOf(row)]));
  },

  async removeSettings(deviceKeys: readonly number[]): Promise<void> {
    await db.deleteFrom('recordingSettings').where('deviceKey', 'in', deviceKeys).execute();
  },

  async saveSettings(deviceKey: number, { enable, plan, audio, days }: RecordSettings): Promise<void> {
    const row = { enable, plan, audio, days };
    await db
      .insertInto('recordingSettings')
      .values({ deviceKey, ...row })
      .onConflict((c) => c.column('deviceKey').doUpdateSet(row))
      .execute();
  },
});

const settingsOf = ({ enable, plan, audio, days }: SettingsRow): RecordSettings => ({
  enable: enable === -1 || enable === 1 || enable === 2 ? enable : 0,
  plan,
  audio: audio === -1 || audio === 1 || audio === 2 || audio === 3 ? audio : 0,
  days,
});

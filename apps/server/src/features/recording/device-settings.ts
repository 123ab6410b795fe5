// What operators set for single devices: here, or by a command of another program. Devices without a row go by the configuration.
import type { Database } from '../../kernel/storage/db.ts';
import type { RecordSettings } from './plan.ts';
import { ONLY_NODE, SlotNames } from './slot-names.ts';
import type { RecordingStore } from './store.ts';
import { settingsRows } from './store/settings.ts';
import { recordingTables } from './store/tables.ts';

export type DeviceSettings = {
  of(deviceKey: number): RecordSettings;
  has(deviceKey: number): boolean;
  set(deviceKey: number, settings: RecordSettings): Promise<void>;
  remove(deviceKeys: readonly number[]): Promise<void>;
  /** Takes over what another program wrote; gives the devices that changed. */
  reload(): Promise<number[]>;
};

/** Every channel with sound or none, for as long as the configuration says. */
const settingsByDefault = (recordByDefault: 'off' | 'full'): RecordSettings => ({
  enable: recordByDefault === 'full' ? 1 : 0,
  plan: '',
  audio: 3,
  days: 0,
});

const isSame = (a: RecordSettings | undefined, b: RecordSettings | undefined): boolean =>
  a?.enable === b?.enable && a?.plan === b?.plan && a?.audio === b?.audio && a?.days === b?.days;

export const openDeviceSettings = async (
  store: Pick<RecordingStore, 'settings' | 'saveSettings' | 'removeSettings'>,
  recordByDefault: 'off' | 'full',
): Promise<DeviceSettings> => {
  let settings = await store.settings();
  const byDefault = settingsByDefault(recordByDefault);
  return {
    of: (deviceKey) => settings.get(deviceKey) ?? byDefault,
    has: (deviceKey) => settings.has(deviceKey),
    set: async (deviceKey, changed) => {
      await store.saveSettings(deviceKey, changed);
      settings.set(deviceKey, changed);
    },
    remove: async (deviceKeys) => {
      await store.removeSettings(deviceKeys);
      for (const deviceKey of deviceKeys) settings.delete(deviceKey);
    },
    reload: async () => {
      const before = settings;
      settings = await store.settings();
      return [...settings.keys()].filter((key) => !isSame(before.get(key), settings.get(key)));
    },
  };
};

/** For a command beside or without a running server: changes what is given, and gives what holds then. */
export const changeRecordSettings = async (
  db: Database,
  deviceKey: number,
  recordByDefault: 'off' | 'full',
  change: Partial<RecordSettings>,
): Promise<RecordSettings> => {
  const store = settingsRows(recordingTables(db, new SlotNames(ONLY_NODE)));
  const settings = await openDeviceSettings(store, recordByDefault);
  if (Object.keys(change).length > 0) await settings.set(deviceKey, { ...settings.of(deviceKey), ...change });
  return settings.of(deviceKey);
};

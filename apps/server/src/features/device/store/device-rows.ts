// Rows of the tables that the stores of this room share: devices and terminals as the program has them, and as they are written.
import { z } from 'zod';
import { flag, json, type Row } from '../../../kernel/storage/db.ts';
import { newDevice, type DeviceRecord, type StoredDevice } from '../record.ts';

const texts = json(z.array(z.string()));
const numbers = json(z.array(z.number()));
export const deviceColumns = {
  registered: flag,
  channelNames: texts,
  channelOrder: numbers,
  absentChannels: numbers,
  mainChannels: json(z.array(z.number()).nullable()),
  zoneByPlace: flag,
  dataLimited: flag,
};
type StoredRow = Omit<StoredDevice, 'mapLocation' | 'terminals'> & { mapLat: number | null; mapLng: number | null };
type TerminalRow = { terminalId: string; deviceKey: number };
export type DeviceTables = {
  devices: Row<StoredRow, typeof deviceColumns>;
  terminals: Row<TerminalRow>;
  deviceKeys: Row<{ id: number; nextKey: number }>;
  droppedDevices: Row<{ key: number; id: string; droppedMs: number }>;
};

const recordOf = ({ mapLat, mapLng, ...row }: StoredRow): DeviceRecord => ({
  ...newDevice(row.key, row.id, row.seenMs),
  ...row,
  mapLocation: mapLat === null || mapLng === null ? null : { lat: mapLat, lng: mapLng },
});

/** Devices with the numbers that lead to them. */
export const recordsOf = (rows: readonly StoredRow[], terminals: readonly TerminalRow[]): DeviceRecord[] => {
  const byKey = new Map(rows.map((row) => [row.key, recordOf(row)]));
  for (const { terminalId, deviceKey } of terminals) {
    const device = byKey.get(deviceKey);
    // Not a push: most have one number, and it would set sixteen places aside.
    if (device !== undefined) device.terminals = [...device.terminals, terminalId];
  }
  return [...byKey.values()];
};

export const terminalsOf = (devices: readonly StoredDevice[]): TerminalRow[] =>
  devices.flatMap(({ key: deviceKey, terminals }) => terminals.map((terminalId) => ({ terminalId, deviceKey })));

/** By name, because a device in memory holds more. */
export const rowOf = (d: StoredDevice) => ({
  key: d.key,
  id: d.id,
  registered: d.registered,
  knownSinceMs: d.knownSinceMs,
  channelCount: d.channelCount,
  driverName: d.driverName,
  memo: d.memo,
  plate: d.plate,
  externalId: d.externalId,
  driverLicense: d.driverLicense,
  icon: d.icon,
  channelNames: texts.write(d.channelNames),
  channelOrder: numbers.write(d.channelOrder),
  talkChannel: d.talkChannel,
  dsmChannel: d.dsmChannel,
  utcOffsetMinutes: d.utcOffsetMinutes,
  zoneByPlace: deviceColumns.zoneByPlace.write(d.zoneByPlace),
  absentChannels: numbers.write(d.absentChannels),
  mainChannels: deviceColumns.mainChannels.write(d.mainChannels),
  videoLossIntervalS: d.videoLossIntervalS,
  eventDays: d.eventDays,
  dataLimited: deviceColumns.dataLimited.write(d.dataLimited),
  dataLimitKb: d.dataLimitKb,
  recordEnable: d.recordEnable,
  recordPlan: d.recordPlan,
  recordAudio: d.recordAudio,
  recordDays: d.recordDays,
  mapLat: d.mapLocation?.lat ?? null,
  mapLng: d.mapLocation?.lng ?? null,
  manufacturer: d.manufacturer,
  model: d.model,
  hardwareId: d.hardwareId,
  bodyEdition: d.bodyEdition,
  authCodeHash: d.authCodeHash,
  seenMs: d.seenMs,
  updatedMs: d.updatedMs,
  updatedBy: d.updatedBy,
});

/** What `save` changes of a device that is there: not the version, what commands change too, and who may speak for it. */
export const savedColumns = [
  'id',
  'registered',
  'knownSinceMs',
  'channelCount',
  'driverName',
  'memo',
  'plate',
  'externalId',
  'driverLicense',
  'icon',
  'channelNames',
  'channelOrder',
  'talkChannel',
  'dsmChannel',
  'zoneByPlace',
  'absentChannels',
  'mainChannels',
  'videoLossIntervalS',
  'eventDays',
  'dataLimited',
  'dataLimitKb',
  'mapLat',
  'mapLng',
  'seenMs',
] as const satisfies (keyof ReturnType<typeof rowOf>)[];

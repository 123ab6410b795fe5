// Main-channel codes of devices: lists, one device, extra info, register, remove.
import {
  AppError,
  d01Register,
  d02Remove,
  d03ReadDevice,
  d04ChangeDevice,
  device as deviceSchema,
  p01Subscribe,
  q03DeviceList,
  q04ChangedDevices,
  q05Device,
  q11ExtraInfoList,
  q12ExtraInfo,
  toDeviceColumns,
  type DeviceWire,
} from '@outrider/contract';
import { answer, type CommandHandler } from '../../kernel/channel/channel.ts';
import { EncodedJson } from '../../kernel/web/http.ts';
import type { DeviceDirectory } from './directory.ts';
import type { Interest, LiveUpdates } from './live-updates.ts';
import { deviceJson, deviceWire, extraInfoOf, type DeviceRecord } from './record.ts';
import type { DeviceService } from './service.ts';

const BATCH = 200;

/** The devices in answers of 200, then fin. JSON of each device is made once per change and shared by all callers. */
function* batches(devices: Iterable<DeviceRecord>, fin: { T: string; C: number; L?: string[] }): Iterable<EncodedJson> {
  let batch: string[] = [];
  for (const device of devices) {
    batch.push(deviceJson(device));
    if (batch.length < BATCH) continue;
    yield new EncodedJson(`{"Z":[${batch.join(',')}]}`);
    batch = [];
  }
  if (batch.length > 0) yield new EncodedJson(`{"Z":[${batch.join(',')}]}`);
  yield new EncodedJson(JSON.stringify({ Z: 'fin', ...fin }));
}

/** Making the columns of so many takes about a millisecond. */
const COLUMN_BATCH = 500;

/** The devices as columns, then fin. No text of a device is kept for it, as one is for rows. */
function* columnBatches(devices: Iterable<DeviceRecord>, fin: { T: string; C: number }): Iterable<EncodedJson> {
  let batch: DeviceWire[] = [];
  const piece = (): EncodedJson => new EncodedJson(JSON.stringify({ Z: toDeviceColumns(batch) }));
  for (const device of devices) {
    batch.push(deviceWire(device));
    if (batch.length < COLUMN_BATCH) continue;
    yield piece();
    batch = [];
  }
  if (batch.length > 0) yield piece();
  yield new EncodedJson(JSON.stringify({ Z: 'fin', ...fin }));
}

const both = (changed: Iterable<DeviceRecord>, came: Iterable<DeviceRecord>): Set<DeviceRecord> =>
  new Set([...changed, ...came]);

export const deviceCommands = (
  service: DeviceService,
  directory: DeviceDirectory,
  updates: LiveUpdates,
): CommandHandler[] => [
  answer(p01Subscribe, (session, { A, B, C, D = false }) => {
    updates.subscribe(session, interestOf(A, B, C), D);
    return {};
  }),
  answer(q03DeviceList, ({ caller }, { D = false }) => {
    const fin = { T: directory.tokenFor(caller.userId), C: directory.cursor };
    return D ? columnBatches(service.visible(caller), fin) : batches(service.visible(caller), fin);
  }),
  answer(q04ChangedDevices, (session, { T, C }) => {
    const { caller } = session;
    const fin = { T: directory.tokenFor(caller.userId), C: directory.cursor };
    const changed = service.changedSince(caller, C, updates.carries(session, C));
    if (T === fin.T) return batches(changed, fin);
    const { came, went } = service.cameAndWent(caller, T);
    // Another list: what changed since cannot be told, the caller asks Q03.
    if (came === undefined) return batches([], fin);
    return batches(both(changed, came), { ...fin, L: went });
  }),
  answer(q05Device, ({ caller }, { I }) => ({ I, Z: deviceSchema.parse(deviceWire(service.one(caller, I))) })),
  answer(q11ExtraInfoList, function* ({ caller }) {
    let batch: ReturnType<typeof extraInfoOf>[] = [];
    for (const device of service.visible(caller)) {
      batch.push(extraInfoOf(device));
      if (batch.length < BATCH) continue;
      yield { Z: batch };
      batch = [];
    }
    if (batch.length > 0) yield { Z: batch };
    yield { Z: 'fin' as const };
  }),
  answer(q12ExtraInfo, ({ caller }, { I }) => ({ I, Z: extraInfoOf(service.one(caller, I)) })),
  answer(d01Register, async ({ caller }, { I, C, Z }) => {
    await service.register(caller.userName, I, C, Z ?? {});
    return { I };
  }),
  answer(d02Remove, async ({ caller }, { I }) => {
    await service.remove(caller.userName, I);
    return { I };
  }),
  answer(d03ReadDevice, ({ caller }, { I }) => ({ I, Z: service.record(caller, I) })),
  answer(d04ChangeDevice, async ({ caller }, { I, Z, T }, note) => {
    const updatetime = await service.edit(caller, I, Z, T, (fields) => note({ before: { Z: fields } }));
    return { I, T: updatetime };
  }),
];

const interestOf = (kind: 'all' | 'bounds' | 'devices' | 'none', bounds?: Bounds, ids?: string[]): Interest | null => {
  switch (kind) {
    case 'none':
      return null;
    case 'all':
      return { kind };
    case 'bounds':
      if (bounds === undefined) throw new AppError('invalid', 'B: the bounds are missing');
      return { kind, bounds };
    case 'devices':
      if (ids === undefined) throw new AppError('invalid', 'C: the devices are missing');
      return { kind, ids: new Set(ids) };
  }
};
type Bounds = [number, number, number, number];

// The HTTP call of remote playback: what a device has recorded, and what of it is kept here.
import { MAX_RECORD_LIST_DAYS, MAX_RECORDS, postRecordList, type KeptSpan } from '@outrider/contract';
import type { DeviceRecord } from '../../gateway/index.ts';
import type { Devices } from '../../kernel/access/access.ts';
import { assertNotBefore, notBefore } from '../../kernel/access/lookback.ts';
import { AppError } from '../../kernel/errors.ts';
import { handle, type CallHandler } from '../../kernel/web/http.ts';
import type { RecordLists } from './record-lists.ts';

export type CallKit = {
  lists: RecordLists;
  devices: Devices;
  /** What is kept of these channels, both streams. */
  kept: (deviceKey: number, channels: readonly number[], fromMs: number, toMs: number) => Promise<KeptSpan[]>;
};

const DAY_MS = 86_400_000;
/** A day on which clocks change has an hour more. */
const HOUR_MS = 3_600_000;
const NORMAL = 0;
const G_SENSOR = 1;
const ALARM = 2;
/** Collision and rollover, bits of the alarm word of JT/T 808. */
const SHOCK_BITS = (1n << 29n) | (1n << 30n);

/** Undefined: the device answered. */
const answers = {
  device_offline: 'offline',
  device_refused: 'refused',
  device_timeout: 'timeout',
  limit_reached: 'busy',
} as const;
const answerOf = (error: unknown): { device: (typeof answers)[keyof typeof answers]; message: string } => {
  if (error instanceof AppError)
    for (const [code, device] of Object.entries(answers))
      if (code === error.code) return { device, message: error.message };
  throw error;
};

/** The number that the record list shows: what woke the recorder. */
const typeOfRecord = ({ alarmFlags }: Pick<DeviceRecord, 'alarmFlags'>): number => {
  if (alarmFlags === 0n) return NORMAL;
  return (alarmFlags & SHOCK_BITS) === 0n ? ALARM : G_SENSOR;
};

export const remotePlaybackCalls = (kit: CallKit): CallHandler[] => [
  handle(postRecordList, async (caller, { deviceid, channels: wanted = [], from, to: toMs, fresh }) => {
    assertNotBefore(caller, toMs);
    const fromMs = notBefore(caller, from);
    const { deviceKey, channels: present } = kit.devices.seen(caller, deviceid);
    if (toMs <= fromMs) throw new AppError('invalid', 'to: lies before from');
    if (toMs - fromMs > MAX_RECORD_LIST_DAYS * DAY_MS + HOUR_MS)
      throw new AppError('limit_reached', `At most ${MAX_RECORD_LIST_DAYS} days are listed at once`);
    const unknown = wanted.find((channel) => !present.includes(channel));
    if (unknown !== undefined) throw new AppError('not_found', `The device has no channel ${unknown}`);
    const channels = wanted.length === 0 ? present : wanted;
    const [only, ...others] = channels;
    const channel = others.length === 0 ? (only ?? 0) : 0;
    const [asked, kept] = await Promise.all([
      kit.lists.ask({ deviceKey, channel, fromMs, toMs, ...(fresh === true && { fresh }) }).then(
        (list) => ({ device: 'answered' as const, message: 'Success', ...list }),
        (error: unknown) => ({ ...answerOf(error), records: [], incomplete: false }),
      ),
      kit.kept(deviceKey, channels, fromMs, toMs),
    ]);
    const fitting = asked.records.filter(
      (record) =>
        channels.includes(record.channel) && record.kind !== 'audio' && record.startMs < toMs && record.endMs > fromMs,
    );
    return {
      hasError: 0 as const,
      message: asked.message,
      device: asked.device,
      records: fitting.slice(0, MAX_RECORDS).map((record) => ({
        channel: record.channel,
        start: record.startMs,
        end: record.endMs,
        type: typeOfRecord(record),
        stream: record.stream,
        sizeBytes: record.sizeBytes,
        storage: record.storage,
      })),
      kept,
      truncated: fitting.length > MAX_RECORDS,
      incomplete: asked.incomplete,
    };
  }),
];

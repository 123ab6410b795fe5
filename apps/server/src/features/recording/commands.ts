// Main-channel codes of recordings: Q06 minutes of a day, Q08 days, Q09 usage, D13 and D15 deletion. And the call for their spans.
import {
  AppError,
  d13DeleteRecordings,
  d15DeleteSpan,
  postRecordings,
  q06RecordedMinutes,
  q08RecordedDays,
  q09Usage,
} from '@outrider/contract';
import type { Access, Caller } from '../../kernel/access.ts';
import { answer, type CommandHandler } from '../../kernel/channel.ts';
import type { Clock } from '../../kernel/clock.ts';
import { type CallHandler, handle } from '../../kernel/http.ts';
import type { DeleteRecordings } from './deletion.ts';
import { DAY_MS } from './minutes.ts';
import { ALL_CHANNELS } from './lanes.ts';
import type { RecordingReader } from './reader.ts';
import { listSpans } from './span-list.ts';
import type { RecordingStore } from './store.ts';

export type CommandKit = {
  reader: RecordingReader;
  store: RecordingStore;
  access: Access;
  clock: Clock;
  remove: DeleteRecordings;
  devices: {
    keyOf(deviceId: string): number | undefined;
    visible(caller: Caller): { key: number; id: string }[];
  };
};

/** Without a span of its own Q08 looks back so far. */
const DEFAULT_DAYS = 400;

const isoDay = (dayStartMs: number, utcOffsetMs: number): string =>
  new Date(dayStartMs + utcOffsetMs).toISOString().slice(0, 10);

/** The device's key; throws AppError not_found, also for one of another group. */
const seenBy = ({ access, devices }: CommandKit, caller: Caller, id: string): number => {
  const deviceKey = devices.keyOf(id);
  if (deviceKey === undefined || !access.maySee(caller, deviceKey)) throw new AppError('not_found', 'Unknown device');
  return deviceKey;
};

export const recordingCalls = (kit: CommandKit): CallHandler[] => [
  handle(postRecordings, async (caller, { deviceid, channels, from, to, join }) => {
    const deviceKey = seenBy(kit, caller, deviceid);
    const listed = await listSpans(kit, deviceKey, {
      channels: channels ?? [],
      fromMs: from,
      toMs: to,
      joinMs: join * 1000,
    });
    return { hasError: 0 as const, message: 'Success', ...listed };
  }),
];

export const recordingCommands = (kit: CommandKit): CommandHandler[] => {
  const { reader, store, clock, devices, remove } = kit;
  const seen = (caller: Caller, id: string): number => seenBy(kit, caller, id);
  return [
    answer(q06RecordedMinutes, async ({ caller }, { I, B, C, L }) => {
      const flags = await reader.minutes(seen(caller, I), C, B, L);
      return { I, Z: flags.join('') };
    }),
    answer(q08RecordedDays, async ({ caller }, { I, O, B, E }) => {
      const toMs = E ?? clock.now() + DAY_MS;
      const days = await reader.days(seen(caller, I), B ?? toMs - DEFAULT_DAYS * DAY_MS, toMs, O * 1000);
      return { I, Z: days.map((startMs) => isoDay(startMs, O * 1000)) };
    }),
    answer(q09Usage, async ({ caller }) => {
      const bytes = new Map((await store.usage()).map((row) => [row.deviceKey, row.bytes]));
      return { Z: devices.visible(caller).map(({ key, id }) => `${id}:${bytes.get(key) ?? 0}`) };
    }),
    answer(d13DeleteRecordings, async ({ caller }, { I }) => {
      const device = { deviceKey: seen(caller, I), deviceId: I };
      return {
        Z: await remove(device, { fromMs: 0, toMs: Number.MAX_SAFE_INTEGER, everything: true }, caller.userName),
      };
    }),
    answer(d15DeleteSpan, async ({ caller }, { I, B, E, C }) => {
      const device = { deviceKey: seen(caller, I), deviceId: I };
      if (E <= B) throw new AppError('invalid', 'E: must be after B');
      const channels = C === undefined || C.length === 0 ? ALL_CHANNELS : C;
      return { Z: await remove(device, { fromMs: B, toMs: E, channels, everything: false }, caller.userName) };
    }),
  ];
};

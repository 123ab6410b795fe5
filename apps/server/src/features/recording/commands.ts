// Main-channel codes of recordings: Q06 minutes of a day, Q08 days, Q09 usage.
import { AppError, q06RecordedMinutes, q08RecordedDays, q09Usage } from '@outrider/contract';
import type { Access, Caller } from '../../kernel/access.ts';
import { answer, type CommandHandler } from '../../kernel/channel.ts';
import type { Clock } from '../../kernel/clock.ts';
import { DAY_MS } from './minutes.ts';
import type { RecordingReader } from './reader.ts';
import type { RecordingStore } from './store.ts';

export type CommandKit = {
  reader: RecordingReader;
  store: RecordingStore;
  access: Access;
  clock: Clock;
  devices: {
    keyOf(deviceId: string): number | undefined;
    visible(caller: Caller): { key: number; id: string }[];
  };
};

/** Without a span of its own Q08 looks back so far. */
const DEFAULT_DAYS = 400;

const isoDay = (dayStartMs: number, utcOffsetMs: number): string =>
  new Date(dayStartMs + utcOffsetMs).toISOString().slice(0, 10);

export const recordingCommands = ({ reader, store, access, clock, devices }: CommandKit): CommandHandler[] => {
  const seen = (caller: Caller, id: string): number => {
    const deviceKey = devices.keyOf(id);
    if (deviceKey === undefined || !access.maySee(caller, deviceKey)) throw new AppError('not_found', 'Unknown device');
    return deviceKey;
  };
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
      const bytes = new Map((await store.usage()).map((row) => [row.device_key, row.bytes]));
      return { Z: devices.visible(caller).map(({ key, id }) => `${id}:${bytes.get(key) ?? 0}`) };
    }),
  ];
};

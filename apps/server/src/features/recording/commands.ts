// Main-channel codes of recordings: Q06 minutes of a day, Q08 days, D13 and D15 deletion. And the calls for their spans and pictures.
import {
  AppError,
  d13DeleteRecordings,
  d15DeleteSpan,
  postRecordedPreview,
  postRecordings,
  q06RecordedMinutes,
  q08RecordedDays,
} from '@outrider/contract';
import type { Devices } from '../../kernel/access/access.ts';
import { assertNotBefore, notBefore, sinceOf } from '../../kernel/access/lookback.ts';
import { answer, type CommandHandler } from '../../kernel/channel/channel.ts';
import type { Clock } from '../../kernel/clock.ts';
import { type CallHandler, handle } from '../../kernel/web/http.ts';
import type { DeleteRecordings } from './deletion.ts';
import { DAY_MS } from './minutes.ts';
import { ALL_CHANNELS } from './lanes.ts';
import type { Previews } from './preview.ts';
import type { RecordingReader } from './reader.ts';
import { listSpans } from './span-list.ts';
import type { RecordingStore } from './store.ts';

export type CommandKit = {
  reader: RecordingReader;
  store: RecordingStore;
  clock: Clock;
  remove: DeleteRecordings;
  previews: Previews;
  devices: Devices;
};

const MINUTE_MS = 60_000;
/** Without a span of its own Q08 looks back so far. */
const DEFAULT_DAYS = 400;

const isoDay = (dayStartMs: number, utcOffsetMs: number): string =>
  new Date(dayStartMs + utcOffsetMs).toISOString().slice(0, 10);

/** Of those asked for, or of all, the ones that are not hidden. */
const channelsShown = (absent: readonly number[], asked: readonly number[] = []): readonly number[] =>
  (asked.length === 0 ? ALL_CHANNELS : asked).filter((channel) => !absent.includes(channel));

export const recordingCalls = (kit: CommandKit): CallHandler[] => [
  handle(postRecordings, async (caller, { deviceid, channels, from, to, join }) => {
    const { deviceKey, absentChannels } = kit.devices.seen(caller, deviceid);
    assertNotBefore(caller, to);
    const listed = await listSpans(kit, deviceKey, {
      channels: channelsShown(absentChannels, channels),
      fromMs: notBefore(caller, from),
      toMs: to,
      joinMs: join * 1000,
    });
    return { hasError: 0 as const, message: 'Success', ...listed };
  }),
  handle(postRecordedPreview, async (caller, { deviceid, channel, at }, { signal }) => {
    const { deviceKey, absentChannels } = kit.devices.seen(caller, deviceid);
    assertNotBefore(caller, at);
    const asked = { deviceKey, channel, atMs: at, sinceMs: sinceOf(caller) };
    const picture = absentChannels.includes(channel) ? null : await kit.previews.near(caller.userId, asked, signal);
    return { hasError: 0 as const, message: 'Success', picture };
  }),
];

export const recordingCommands = (kit: CommandKit): CommandHandler[] => {
  const { reader, clock, devices, remove } = kit;
  return [
    answer(q06RecordedMinutes, async ({ caller }, { I, B, C, L }) => {
      const { deviceKey, absentChannels } = devices.seen(caller, I);
      const channels = channelsShown(absentChannels, C === undefined ? [] : [C]);
      const flags = await reader.minutes(deviceKey, channels, B, L);
      const hidden = Math.ceil((sinceOf(caller) - B) / MINUTE_MS);
      return { I, Z: flags.map((flag, minute) => (minute < hidden ? 0 : flag)).join('') };
    }),
    answer(q08RecordedDays, async ({ caller }, { I, O, B, E }) => {
      const toMs = E ?? clock.now() + DAY_MS;
      const { deviceKey, absentChannels } = devices.seen(caller, I);
      const days = await reader.days(
        deviceKey,
        channelsShown(absentChannels),
        notBefore(caller, B ?? toMs - DEFAULT_DAYS * DAY_MS),
        toMs,
        O * 1000,
      );
      return { I, Z: days.map((startMs) => isoDay(startMs, O * 1000)) };
    }),
    answer(d13DeleteRecordings, async ({ caller }, { I }) => {
      const device = devices.seen(caller, I);
      return {
        Z: await remove(device, { fromMs: 0, toMs: Number.MAX_SAFE_INTEGER, everything: true }, caller.userName),
      };
    }),
    answer(d15DeleteSpan, async ({ caller }, { I, B, E, C }) => {
      const device = devices.seen(caller, I);
      if (E <= B) throw new AppError('invalid', 'E: must be after B');
      const channels = C === undefined || C.length === 0 ? ALL_CHANNELS : C;
      return { Z: await remove(device, { fromMs: B, toMs: E, channels, everything: false }, caller.userName) };
    }),
  ];
};

// The calls and the command of track statistics: who may ask, over which span, in which form it is answered.
import {
  AppError,
  MAX_MILEAGE_DAYS,
  MAX_STATISTICS_DAYS,
  MAX_TRIPS,
  OVER_SPEED_KMH,
  mileageRow,
  postMileageQuery,
  postTrips,
  q13DrivingStatistics,
} from '@outrider/contract';
import { z } from 'zod';
import { type Caller, type Devices, unknownDevice } from '../../kernel/access/access.ts';
import { assertNotBefore, notBefore } from '../../kernel/access/lookback.ts';
import { answer, type CommandHandler } from '../../kernel/channel/channel.ts';
import type { Clock } from '../../kernel/clock.ts';
import { EncodedJson, handle, type CallHandler } from '../../kernel/web/http.ts';
import type { Jobs, Report } from './jobs.ts';
import { type MileageDevice, type MileageKit, mileageRows, toQuarter } from './mileage.ts';
import type { StatisticsThread } from './thread.ts';
import { zoneDays } from './zone-days.ts';

export type StatisticsDevices = Devices & {
  isRegistered(deviceKey: number): boolean;
  visible(caller: Caller): MileageDevice[];
};

export type CallsKit = {
  clock: Clock;
  devices: StatisticsDevices;
  thread: StatisticsThread;
  mileage: MileageKit;
  jobs: Jobs;
};

const DAY_MS = 86_400_000;
const MAX_DAILY_ROWS = 100_000;
/** A month of 31 days has an hour more where clocks are set back, and a range of GPS playback may reach a minute past midnight. */
const SLACK_MS = 3_660_000;

/** The span in unix seconds. Throws AppError invalid with the words for the operator. */
const spanOf = (fromMs: number, toMs: number, mostDays: number, nowMs: number): { from: number; to: number } => {
  if (toMs <= fromMs) throw new AppError('invalid', 'Start Time > End Time');
  if (toMs - fromMs > mostDays * DAY_MS + SLACK_MS) throw new AppError('invalid', `At most ${mostDays} days at once`);
  if (fromMs > nowMs + DAY_MS) throw new AppError('invalid', 'The span lies in the future');
  if (fromMs < 0) throw new AppError('invalid', 'The span begins before 1970');
  return { from: Math.floor(fromMs / 1000), to: Math.floor(toMs / 1000) };
};

/** The only device, or every one the caller may see. */
const devicesOf = ({ devices }: CallsKit, caller: Caller, id: string): MileageDevice[] => {
  if (id === '') return devices.visible(caller).toSorted((a, b) => a.key - b.key);
  const { deviceKey: key, registered } = devices.seen(caller, id);
  if (!registered) throw unknownDevice(id); // no track is kept of it
  return [{ key, id }];
};

const deviceKeyOf = (kit: CallsKit, caller: Caller, id: string): number => devicesOf(kit, caller, id)[0]?.key ?? 0;

const answerMileage = (kit: CallsKit): CallHandler =>
  handle(postMileageQuery, async (caller, input, { signal }) => {
    const { afterTime, beforeTime, deviceid = '', zone, progress } = input;
    assertNotBefore(caller, beforeTime);
    const span = spanOf(notBefore(caller, afterTime), beforeTime, MAX_MILEAGE_DAYS, kit.clock.now());
    const [from, to] = [toQuarter(span.from), toQuarter(span.to)];
    const devices = devicesOf(kit, caller, deviceid);
    const days = zone === undefined ? null : zoneDays(zone, from, to);
    if (days !== null && days.length * devices.length > MAX_DAILY_ROWS)
      throw new AppError('invalid', 'Choose fewer days or one device: this would be too many rows');
    const run = async (report: Report): Promise<string> => {
      const texts: string[] = [];
      for await (const { rows, done } of mileageRows(kit.mileage, { devices, from, to, days })) {
        report(done);
        for (const row of rows) texts.push(JSON.stringify(z.encode(mileageRow, row)));
      }
      return `[${texts.join(',')}]`;
    };
    const total = devices.length * Math.ceil((to - from) / 86_400);
    const start = { owner: caller.userId, total, deviceKeys: devices.map(({ key }) => key), run };
    if (!progress) return new EncodedJson(await kit.jobs.wait(start, signal));
    const found = await kit.jobs.ask(JSON.stringify([caller.userId, deviceid, from, to, zone]), start);
    return typeof found === 'string'
      ? new EncodedJson(found)
      : { done: Math.min(found.done, found.total), total: found.total };
  });

export const statisticsCalls = (kit: CallsKit): CallHandler[] => [
  answerMileage(kit),
  handle(postTrips, async (caller, { deviceid, start, end, overspeed }) => {
    const deviceKey = deviceKeyOf(kit, caller, deviceid);
    assertNotBefore(caller, end);
    const span = spanOf(notBefore(caller, start), end, MAX_STATISTICS_DAYS, kit.clock.now());
    const { statistics, trips } = await kit.thread.span({ deviceKey, ...span, limitKmh: overspeed, withTrips: true });
    if (trips.length > MAX_TRIPS) throw new AppError('invalid', 'Choose a shorter time: there are too many drives');
    return { statistics, trips };
  }),
];

export const statisticsCommands = (kit: CallsKit): CommandHandler[] => [
  answer(q13DrivingStatistics, async ({ caller }, { I, B, E, L }) => {
    const deviceKey = deviceKeyOf(kit, caller, I);
    assertNotBefore(caller, E);
    const span = spanOf(notBefore(caller, B), E, MAX_STATISTICS_DAYS, kit.clock.now());
    const question = { deviceKey, ...span, limitKmh: L ?? OVER_SPEED_KMH, withTrips: false };
    return { I, Z: (await kit.thread.span(question)).statistics };
  }),
];

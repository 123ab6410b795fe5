// The door of track statistics: what tracks add up to, from the cleaned track. Not: storing positions, and the sums of the running day
// in the device list, which are features/device/daily.ts.
import type { MileageRow } from '@outrider/contract';
import type { Bus } from '../../kernel/bus.ts';
import type { CommandHandler } from '../../kernel/channel/channel.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Database } from '../../kernel/storage/db.ts';
import { forgetInSteps } from '../../kernel/storage/forget.ts';
import type { CallHandler } from '../../kernel/web/http.ts';
import type { Log } from '../../kernel/log.ts';
import type { PositionFeature } from '../position/index.ts';
import { type StatisticsDevices, statisticsCalls, statisticsCommands } from './calls.ts';
import { AFTER_S } from './day-steps.ts';
import { Jobs } from './jobs.ts';
import { journalMarks } from './journal-marks.ts';
import { createMarks, type Marks } from './marks.ts';
import { type MileageDevice, type MileageKit, mileageRows, refreshDays, toQuarter } from './mileage.ts';
import { createTrackDayStore, type TrackDayStore } from './store.ts';
import { DAY_S } from './sums.ts';
import { createStatisticsThread } from './thread.ts';

export type TrackStatisticsKit = {
  db: Database;
  bus: Bus;
  clock: Clock;
  log: Log;
  devices: StatisticsDevices;
  positions: Pick<PositionFeature, 'serveSamples' | 'packed' | 'journal'>;
  /** What was written to the database outlasts a power cut. */
  synced: () => Promise<void>;
};

export type TrackStatisticsFeature = {
  calls: CallHandler[];
  commands: CommandHandler[];
  /** A row for each of these devices, as the mileage report has it. Moments in UTC ms, to quarters of an hour. */
  sums(devices: readonly MileageDevice[], span: { fromMs: number; toMs: number }): Promise<MileageRow[]>;
  /** Days before this moment (UTC ms) are made again of what there is, should somebody ask. Gives how many it had. */
  forgetBefore(beforeMs: number): Promise<number>;
  /** Of devices that were dropped. */
  forgetDevices(deviceKeys: readonly number[]): Promise<void>;
  metrics(): Record<string, number>;
  close(): Promise<void>;
};

const HOUR_MS = 3_600_000;
/** Kept days are made again when somebody asks for them after that. */
const KEPT_DAYS = 400;
/** After a start every day from that many days ago on is made again: most of what is in the journal then belongs to one of them. */
const UNSURE_DAYS = 2;

/** `read`: the kept days, once the table says of all of them whether they lack something. */
const restoreMarks = async (kit: TrackStatisticsKit, store: TrackDayStore, marks: Marks) => {
  const { clock, log, devices, positions } = kit;
  const unsure = Math.floor(clock.now() / 1000 / DAY_S) - UNSURE_DAYS;
  await store.markAllStale(unsure);
  const inJournal = journalMarks({
    ...kit,
    journal: positions.journal,
    marks,
    isRegistered: (key) => devices.isRegistered(key),
    before: (unsure + 1) * DAY_S,
  });
  inJournal.restored().catch((err: unknown) => log.error('days of tracks not marked', { err }));
  const read: typeof store.read = async (...asked) => {
    await inJournal.restored();
    return store.read(...asked);
  };
  return { inJournal, read };
};

export const trackStatisticsFeature = async (kit: TrackStatisticsKit): Promise<TrackStatisticsFeature> => {
  const { bus, clock, log, devices, positions } = kit;
  const store = createTrackDayStore(kit.db);
  const marks = createMarks({ clock, log, store });
  const thread = createStatisticsThread(log, positions);
  const jobs = new Jobs(clock);
  const today = (): number => Math.floor(clock.now() / 1000 / DAY_S);
  const { inJournal, read } = await restoreMarks(kit, store, marks);
  const mileage: MileageKit = { clock, store: { ...store, read }, marks, thread, positions };
  const unsubscribe = bus.subscribe('position.accepted', ({ deviceKey, position }) => {
    if (!devices.isRegistered(deviceKey)) return; // no track is kept of others
    marks.add(deviceKey, Math.floor((position.timeMs ?? position.receivedMs) / 1000));
  });
  let closed = false;
  const forgetDays = (beforeDay: number): Promise<number> =>
    forgetInSteps(
      clock,
      (limit) => store.forget(beforeDay, limit),
      () => !closed,
    );
  let refreshing: Promise<void> | null = null;
  const refresh = async (): Promise<void> => {
    const over = Math.floor((clock.now() / 1000 - AFTER_S) / DAY_S) - 1;
    await refreshDays(mileage, over, () => closed);
    await forgetDays(today() - KEPT_DAYS);
  };
  const timer = clock.every(HOUR_MS, () => {
    refreshing ??= refresh()
      .catch((err: unknown) => log.error('days of tracks not made again', { err }))
      .finally(() => {
        refreshing = null;
      });
  });
  const callsKit = { clock, devices, thread, mileage, jobs };
  return {
    calls: statisticsCalls(callsKit),
    commands: statisticsCommands(callsKit),
    async sums(asked, { fromMs, toMs }) {
      const [from, to] = [toQuarter(fromMs / 1000), toQuarter(toMs / 1000)];
      const found: MileageRow[] = [];
      if (to <= from) return found;
      for await (const { rows } of mileageRows(mileage, { devices: asked, from, to, days: null })) found.push(...rows);
      return found;
    },
    forgetBefore: (beforeMs) => forgetDays(Math.floor(beforeMs / 1000 / DAY_S)),
    forgetDevices: (deviceKeys) => store.removeDevices(deviceKeys),
    metrics: () => ({ mileage_questions: jobs.running, ...thread.metrics() }),
    async close() {
      closed = true;
      timer.cancel();
      unsubscribe();
      await thread.close();
      await jobs.close();
      await refreshing;
      await inJournal.close();
      await marks.close();
    },
  };
};

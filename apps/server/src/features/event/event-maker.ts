// Makes events of the alarm journal: reads on from the stored cursor, and stores events, what is on, and the cursor in one transaction.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { eventRow, eventSources, type EventPush, planDownloadTypes } from '@outrider/contract';
import type { Bus } from '../../kernel/bus.ts';
import type { Clock, Timer } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';
import type { Said } from '../event-definition/index.ts';
import { type AlarmJournal, type AlarmReport, decodeAlarmRow } from '../position/index.ts';
import { type Raised, stepAlarms } from './alarm-state.ts';
import { type EventDevice, pushOf } from './event-push.ts';
import { inDeviceOrder, slicesOf } from './report-order.ts';
import {
  type Cursor,
  type DeviceAlarms,
  type EventStore,
  type EventTransaction,
  noAlarms,
  type NumberedEvent,
  type StoredEvent,
} from './store.ts';

export type EventMakerKit = {
  bus: Bus;
  clock: Clock;
  log: Log;
  store: EventStore;
  journal: AlarmJournal;
  device: (deviceKey: number) => EventDevice | undefined;
  tell: (deviceKey: number, push: EventPush) => void;
  said: (deviceKey: number, code: number) => Said;
  /** Resolves when what is committed by now survives a power cut. */
  synced: () => Promise<void>;
  /** Origins of what a report says that another room makes events of by itself. */
  madeElsewhere: (report: AlarmReport) => Promise<ReadonlySet<string>>;
};

/** Without a hint the journal is looked at so often: after a failure, and should a hint be lost. */
const LOOK_MS = 5000;
/** Rows behind the cursor are deleted so often. */
const FORGET_MS = 60_000;
const SECOND_MS = 1000;
/** The only event that devices may be set to tell of less often. */
const VIDEO_LOSS = 15;

/** What is announced once the transaction is committed. */
export type News = { cmd: EventPush['cmd']; event: NumberedEvent };

export class EventMaker {
  stored = 0;
  private readonly kit: EventMakerKit;
  private readonly timers: Timer[];
  private cursor: Cursor | null = null;
  private started = false;
  private lastId = 0;
  private forgotten = 0;
  private failing = false;
  private looking = false;
  private lookAgain = false;
  private closed = false;
  private work: Promise<void> = Promise.resolve();

  constructor(kit: EventMakerKit) {
    this.kit = kit;
    this.timers = [
      kit.clock.every(LOOK_MS, () => this.look()),
      kit.clock.every(FORGET_MS, () => void this.forget()), // reports its own failures
    ];
  }

  /** There may be something in the journal. */
  look(): void {
    this.lookAgain = true;
    if (this.looking || this.closed) return;
    this.looking = true;
    this.work = this.run().then(
      () => void (this.failing = false),
      (error: unknown) => this.failed(error),
    );
  }

  /** Rows of the journal that no event is made of yet. */
  get waitingRows(): number {
    return this.cursor === null ? 0 : Math.max(0, this.lastId + 1 - this.cursor.rowId);
  }

  /** Ends after the transaction of now; the rest waits in the journal for the next start. */
  async close(): Promise<void> {
    this.closed = true;
    for (const timer of this.timers) timer.cancel();
    await this.work;
  }

  private failed(error: unknown): void {
    this.looking = false;
    if (!this.failing && !this.closed) this.kit.log.error('events not made, tried again later', { err: error });
    this.failing = true;
  }

  private async run(): Promise<void> {
    this.cursor ??= this.started ? await this.kit.store.cursor() : await this.startCursor();
    this.started = true;
    while (this.lookAgain && !this.closed) {
      this.lookAgain = false;
      const { rows, lastId } = await this.kit.journal.read(this.cursor.rowId - 1);
      this.lastId = lastId;
      for (const row of rows) await this.makeOfRow(row);
      if (rows.length > 0) this.lookAgain = true;
    }
    this.looking = false;
  }

  /**
   * A journal that was replaced or restored by an older one starts below the cursor: all of it is read, repeats make nothing. Asked
   * once in a process: later the cursor is above where the journal was at the start because it has moved on.
   */
  private async startCursor(): Promise<Cursor> {
    const { store, journal } = this.kit;
    const cursor = await store.cursor();
    const first = { rowId: 0, reportsDone: 0 };
    if (cursor.rowId <= journal.lastIdAtStart + 1) return cursor;
    await store.transaction((transaction) => transaction.moveCursor(cursor, first));
    return first;
  }

  private async makeOfRow({ id, data }: { id: number; data: Uint8Array }): Promise<void> {
    const reports = this.reportsOf(id, data);
    const done = this.cursor?.rowId === id ? this.cursor.reportsDone : 0;
    for (const { reports: slice, end } of slicesOf(reports, done)) {
      if (this.closed) return;
      const next = end < reports.length ? { rowId: id, reportsDone: end } : { rowId: id + 1, reportsDone: 0 };
      await this.make(slice, next);
      await nextTurn();
    }
  }

  private reportsOf(id: number, data: Uint8Array): AlarmReport[] {
    try {
      return inDeviceOrder(decodeAlarmRow(data));
    } catch (err) {
      this.kit.log.error('a row of the alarm journal cannot be read', { id, err });
      return [];
    }
  }

  private async make(reports: readonly AlarmReport[], to: Cursor): Promise<void> {
    const from = this.cursor;
    if (from === null) return;
    const elsewhere = new Map<AlarmReport, ReadonlySet<string>>();
    for (const report of reports) {
      const origins = await this.kit.madeElsewhere(report);
      if (origins.size > 0) elsewhere.set(report, origins);
    }
    const news = await this.kit.store
      .transaction(async (transaction) => {
        // Another process made them: its cursor is read with the next look.
        if (!(await transaction.moveCursor(from, to)))
          throw new Error('the cursor of events was moved by somebody else');
        return this.makeIn(transaction, reports, elsewhere);
      })
      .catch((error: unknown) => {
        this.cursor = null;
        throw error;
      });
    this.cursor = to;
    for (const each of news) this.announce(each);
  }

  private async makeIn(
    transaction: EventTransaction,
    reports: readonly AlarmReport[],
    elsewhere: ReadonlyMap<AlarmReport, ReadonlySet<string>>,
  ): Promise<News[]> {
    const known = reports.filter(({ deviceKey }) => this.kit.device(deviceKey)?.registered === true);
    if (known.length === 0) return [];
    const states = await transaction.alarms([...new Set(known.map(({ deviceKey }) => deviceKey))]);
    const changed = new Map<number, DeviceAlarms>();
    const news: News[] = [];
    for (const report of known) {
      const before = changed.get(report.deviceKey) ?? states.get(report.deviceKey) ?? noAlarms;
      const videoLossIntervalS = this.kit.device(report.deviceKey)?.videoLossIntervalS ?? 0;
      const said = { report, videoLossIntervalS, elsewhere: elsewhere.get(report) };
      const after = await stepInto(transaction, before, said, news);
      if (after !== before) changed.set(report.deviceKey, after);
    }
    await transaction.saveAlarms(changed);
    return news;
  }

  announce({ cmd, event }: News): void {
    const { serialno, deviceKey, code, deviceMs, alarmSign, attachments } = event;
    if (cmd === 'new') {
      this.stored += 1;
      this.kit.bus.publish('event.stored', { serialno, deviceKey, code, deviceMs, alarmSign, attachments });
    }
    if (event.downloadMode === planDownloadTypes.hidden) return;
    // What happened in a dead zone is for the event list, not for a toast.
    const device = this.kit.device(deviceKey);
    if (device === undefined || event.sourceType !== eventSources.realTime || eventRow(code)?.alarm !== true) return;
    this.kit.tell(deviceKey, pushOf(cmd, event, device, this.kit.said(deviceKey, code)));
  }

  private async forget(): Promise<void> {
    const until = this.cursor === null ? 0 : this.cursor.rowId - 1;
    if (until <= this.forgotten || this.closed) return;
    try {
      await this.kit.synced();
      this.kit.journal.forget(until);
      this.forgotten = until;
    } catch (err) {
      this.kit.log.error('alarm journal not shortened, tried again later', { err });
    }
  }
}

/** There is one already within the time (seconds) before this report, by the device's clock. A report that comes again finds its own. */
const isSoon = (
  transaction: EventTransaction,
  { deviceKey, timeMs }: AlarmReport,
  code: number,
  withinS: number,
): Promise<boolean> | false =>
  withinS > 0 && transaction.isBetween(deviceKey, code, timeMs - withinS * SECOND_MS, timeMs);

/** Stores what the report changes and gives the new state, the same object where there is none; what is to be announced goes to `news`. */
const stepInto = async (
  transaction: EventTransaction,
  before: DeviceAlarms,
  {
    report,
    videoLossIntervalS,
    elsewhere,
  }: { report: AlarmReport; videoLossIntervalS: number; elsewhere: ReadonlySet<string> | undefined },
  news: News[],
): Promise<DeviceAlarms> => {
  const { open, ...alarms } = before;
  const step = stepAlarms(alarms, report);
  const lasting = new Map(Object.entries(open));
  const end = async (key: string): Promise<void> => {
    const serialno = lasting.get(key);
    if (serialno === undefined) return;
    lasting.delete(key);
    const event = await transaction.recovered(serialno, report.timeMs);
    if (event !== undefined) news.push({ cmd: 'cover', event });
  };
  for (const raised of step.raised) {
    if (elsewhere?.has(raised.origin) === true) continue;
    if (raised.code === VIDEO_LOSS && (await isSoon(transaction, report, raised.code, videoLossIntervalS))) continue;
    const key = step.live ? raised.key : null;
    const made = eventOf(report, raised, step.live);
    const { serialno, fresh, downloadMode } = await transaction.add(made);
    const event = { ...made, downloadMode };
    if (key !== null && lasting.get(key) !== serialno) {
      await end(key);
      lasting.set(key, serialno);
    }
    if (!fresh) continue;
    news.push({ cmd: 'new', event: { ...event, serialno } });
    if (raised.call) news.push({ cmd: 'call', event: { ...event, serialno } });
  }
  for (const key of step.cleared) await end(key);
  if (step.state === alarms && step.raised.length === 0 && step.cleared.length === 0) return before;
  return { ...step.state, open: Object.fromEntries(lasting) };
};

/**
 * An alarm of a dead zone is announced as such. So is one that lasts and comes late: newer reports say whether it is still on,
 * and its end would not be heard. What does not last, an SOS above all, is announced at once however late it comes.
 */
const eventOf = (report: AlarmReport, raised: Raised, live: boolean): StoredEvent => ({
  deviceKey: report.deviceKey,
  code: raised.code,
  note: raised.note,
  deviceMs: report.timeMs,
  receivedMs: report.receivedMs,
  lat: report.lat,
  lng: report.lng,
  speedKmh: report.speedKmh,
  sourceType:
    report.story === 'replayed' || (!live && raised.key !== null) ? eventSources.recover : eventSources.realTime,
  origin: raised.origin,
  alarmSign: raised.alarmSign,
  attachments: raised.attachments,
  ...(report.accOn !== undefined && { accOn: report.accOn }),
});

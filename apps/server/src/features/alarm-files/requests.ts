// Asks devices for the files of their alarms: one alarm of a device after the other, again after growing pauses, until they are there
// or it is given up. The tables are the truth; what is in memory says only who is asked now and who is due next.
import { randomBytes } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { alarmKeyOf, type AlarmUpload, type FileSink, type LinkRegistry } from '../../gateway/index.ts';
import type { Clock, Timer } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Log } from '../../kernel/log.ts';
import type { EventWithFiles } from '../event/index.ts';
import { afterLogin, begun, type Ending, ended } from './next-try.ts';
import type { AlarmFileStore, FileRequest } from './store.ts';
import { Upload } from './upload.ts';

export type RequestsKit = {
  clock: Clock;
  log: Log;
  store: AlarmFileStore;
  sink: FileSink;
  /** What was written to the database outlasts a power cut. */
  synced: () => Promise<void>;
  links: LinkRegistry;
  isRegistered: (deviceKey: number) => boolean;
  /** Events whose alarm announced files, above this serial number, rising. */
  withFiles: (afterSerialno: number, limit: number) => Promise<EventWithFiles[]>;
};

/** One device is asked, or sends: until everything came or nothing more comes. */
type Session = {
  request: FileRequest;
  connections: number;
  /** At least one file came. */
  brought: boolean;
  wait: Timer | null;
};

/** Alarms taken over in one turn of the event loop. */
const PAGE = 25;
/** The answer to the report goes out first. */
const FIRST_TRY_MS = 1_000;
/** From the device's yes to its connection; and to its next connection when one broke. */
const CONNECT_MS = 60_000;
const MAX_SESSIONS = 200;
const LOGIN_REQUESTS = 50;
const DAY_MS = 86_400_000;
/** Also files of a request that was given up are welcome, for a while. */
const TAKEN_FOR_MS = 14 * DAY_MS;
const FORGOTTEN_AFTER_MS = 90 * DAY_MS;
const NO_CONNECTION = 'The device said yes and sent nothing';
const BROKE_OFF = 'The device did not send everything';
const SHORT_LIST = 'The device lists fewer files than its alarm announced';
const OLD_DEVICE = 'The device is not registered any more';

/** 120 random bits as 24 letters and digits: unique for ever, and nobody guesses it. */
const newNumber = (): string => {
  const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
  return Array.from(randomBytes(24), (byte) => letters.charAt(byte & 31)).join('');
};

export class AlarmFileRequests {
  /** Requests that were given up, and those whose files are all there, since the start. */
  readonly counters = { asked: 0, done: 0, givenUp: 0 };
  private readonly kit: RequestsKit;
  private readonly sessions = new Map<number, Session>();
  /** Devices with open requests, and when the first one is due, UTC ms. */
  private readonly due = new Map<number, number>();
  /** Reading and changing the tables, one after the other. */
  private work: Promise<void> = Promise.resolve();
  private collecting = false;
  private closed = false;

  constructor(kit: RequestsKit) {
    this.kit = kit;
  }

  async start(): Promise<void> {
    await this.kit.store.forget(this.kit.clock.now() - FORGOTTEN_AFTER_MS);
    for (const { deviceKey, nextTryMs } of await this.kit.store.pending()) this.due.set(deviceKey, nextTryMs);
    this.collect();
  }

  /** Takes over the alarms that came since the cursor: after a hint, and now and then without one. */
  collect(): void {
    if (this.collecting) return;
    this.collecting = true;
    this.run(async () => {
      this.collecting = false; // a hint that comes now is about what may be missed below
      for (let more = true; more && !this.closed;) {
        // oxlint-disable-next-line no-await-in-loop -- the next page begins behind this one
        more = await this.collectPage();
        // oxlint-disable-next-line no-await-in-loop -- a page, then time for others
        if (more) await nextTurn();
      }
    });
  }

  /** About once a second: asks the devices that are due. */
  tick(): void {
    const nowMs = this.kit.clock.now();
    for (const [deviceKey, dueMs] of this.due) {
      if (this.sessions.size >= MAX_SESSIONS) return;
      if (dueMs <= nowMs && !this.sessions.has(deviceKey) && this.kit.links.get(deviceKey) !== undefined) {
        this.due.delete(deviceKey); // until the work below says when next
        this.run(() =>
          this.ask(deviceKey).catch((error: unknown) => {
            this.due.set(deviceKey, nowMs + CONNECT_MS);
            throw error;
          }),
        );
      }
    }
  }

  /** The device is back: what waits for it is due soon. */
  online(deviceKey: number): void {
    if (!this.due.has(deviceKey)) return;
    this.run(async () => {
      const nowMs = this.kit.clock.now();
      for (const request of await this.kit.store.openOf(deviceKey, LOGIN_REQUESTS)) {
        const nextTryMs = afterLogin(request, nowMs);
        if (nextTryMs < request.nextTryMs)
          // oxlint-disable-next-line no-await-in-loop -- a handful
          await this.kit.store.saveTries(request.eventSerial, { ...request, nextTryMs }, request.message);
      }
      await this.schedule(deviceKey);
    });
  }

  /** For the gateway: what a number stands for that a device brings. */
  async find(alarmNumber: string): Promise<AlarmUpload | undefined> {
    const request = await this.kit.store.byNumber(alarmNumber);
    if (request === undefined || this.closed || !this.kit.isRegistered(request.deviceKey)) return undefined;
    if (this.kit.clock.now() - request.createdMs > TAKEN_FOR_MS) return undefined;
    return new Upload(request, this.kit, {
      opened: () => this.opened(request),
      brought: () => this.brought(request),
      closed: () => this.connectionClosed(request),
    });
  }

  metrics(): Record<string, number> {
    return {
      alarm_file_sessions: this.sessions.size,
      alarm_file_devices_waiting: this.due.size,
      alarm_files_asked_total: this.counters.asked,
      alarm_files_done_total: this.counters.done,
      alarm_files_given_up_total: this.counters.givenUp,
    };
  }

  async close(): Promise<void> {
    this.closed = true;
    for (const { wait } of this.sessions.values()) wait?.cancel();
    this.sessions.clear();
    await this.work;
  }

  private async collectPage(): Promise<boolean> {
    const { store, clock } = this.kit;
    const nowMs = clock.now();
    const events = await this.kit.withFiles(await store.cursor(), PAGE);
    const last = events.at(-1);
    if (last === undefined) return false;
    const requests = events.flatMap((event) => {
      const alarmKey = alarmKeyOf(event.alarmSign);
      if (alarmKey === undefined) return [];
      const { serialno: eventSerial, deviceKey, alarmSign, deviceMs: takenMs, attachments: announced } = event;
      const base = { eventSerial, deviceKey, alarmSign, alarmKey, takenMs, announced };
      return [{ ...base, alarmNumber: newNumber(), createdMs: nowMs }];
    });
    const nextTryMs = nowMs + FIRST_TRY_MS;
    await store.addAll(requests, nextTryMs, last.serialno);
    for (const { deviceKey } of requests)
      this.due.set(deviceKey, Math.min(this.due.get(deviceKey) ?? nextTryMs, nextTryMs));
    return events.length === PAGE;
  }

  private async ask(deviceKey: number): Promise<void> {
    const { store, clock } = this.kit;
    const [request] = await store.openOf(deviceKey, 1);
    const link = this.kit.links.get(deviceKey);
    const isDue = request !== undefined && request.nextTryMs <= clock.now();
    if (!isDue || link === undefined || this.sessions.has(deviceKey)) {
      await this.schedule(deviceKey);
      return;
    }
    if (!this.kit.isRegistered(deviceKey)) {
      await this.giveUp(request, OLD_DEVICE);
      await this.schedule(deviceKey);
      return;
    }
    const tried = { ...request, ...begun(request, clock.now()) };
    await store.saveTries(request.eventSerial, tried, request.message);
    const session: Session = { request: tried, connections: 0, brought: false, wait: null };
    this.sessions.set(deviceKey, session);
    this.counters.asked += 1;
    // Not awaited: an answer may take a minute, and other devices are asked meanwhile.
    link.requestFiles(request).then(
      () => this.await(session),
      (error: unknown) => {
        if (!(error instanceof AppError)) this.kit.log.error('files of an alarm not asked for', { err: error });
        if (session.connections > 0) return;
        const isGone = error instanceof AppError && error.code === 'device_offline';
        this.over(session, error instanceof AppError ? error.message : NO_CONNECTION, isGone);
      },
    );
  }

  /** Nothing more within a minute is the end of the try. */
  private await(session: Session): void {
    session.wait?.cancel();
    if (this.closed || session.connections > 0 || this.sessions.get(session.request.deviceKey) !== session) return;
    session.wait = this.kit.clock.after(CONNECT_MS, () =>
      this.over(session, session.brought ? BROKE_OFF : NO_CONNECTION),
    );
  }

  private opened(request: FileRequest): void {
    const session = this.sessionOf(request);
    session.connections += 1;
    session.wait?.cancel();
  }

  private async brought(request: FileRequest): Promise<void> {
    const session = this.sessionOf(request);
    session.brought = true;
    const { eventSerial, announced } = request;
    if ((await this.standing(eventSerial, announced)) !== 'whole') return;
    await this.finished(eventSerial);
    this.leave(session);
  }

  private connectionClosed(request: FileRequest): void {
    const session = this.sessions.get(request.deviceKey);
    if (session === undefined || session.request.eventSerial !== request.eventSerial) return;
    session.connections = Math.max(0, session.connections - 1);
    this.await(session);
  }

  /** Of an upload that the device begins by itself, as after a restart of ours, the session begins with it. */
  private sessionOf(request: FileRequest): Session {
    const known = this.sessions.get(request.deviceKey);
    if (known?.request.eventSerial === request.eventSerial) return known;
    const session: Session = { request, connections: 0, brought: false, wait: null };
    if (known === undefined && request.state === 'open') this.sessions.set(request.deviceKey, session);
    return session;
  }

  private leave(session: Session): void {
    const { deviceKey } = session.request;
    session.wait?.cancel();
    if (this.sessions.get(deviceKey) !== session) return;
    this.sessions.delete(deviceKey);
    this.run(() => this.schedule(deviceKey));
  }

  /** A try is over and not everything is there. */
  private over(session: Session, message: string, offline = false): void {
    if (this.closed || this.sessions.get(session.request.deviceKey) !== session) return;
    this.run(async () => {
      try {
        await this.noteEnd(session, message, offline);
      } finally {
        this.leave(session); // also when the disk takes no note of it: the device is asked again later
      }
    });
  }

  private async noteEnd({ request, brought }: Session, message: string, offline: boolean): Promise<void> {
    const standing = await this.standing(request.eventSerial, request.announced);
    if (standing === 'short') await this.tryLater(request, 'short', SHORT_LIST);
    else if (standing === 'nothing') {
      const ending = offline ? 'offline' : brought ? 'some' : 'nothing';
      await this.tryLater(request, ending, message);
    } else await this.finished(request.eventSerial); // all is there, and only that was not noted
  }

  private async finished(eventSerial: number): Promise<void> {
    if (await this.kit.store.saveState(eventSerial, 'done', '')) this.counters.done += 1;
  }

  private async tryLater(request: FileRequest, ending: Ending, message: string): Promise<void> {
    const next = ended(request, ending, request.createdMs, this.kit.clock.now());
    if (next === 'over') await this.giveUp(request, message);
    else await this.kit.store.saveTries(request.eventSerial, next, message);
  }

  private async giveUp({ eventSerial, deviceKey }: FileRequest, message: string): Promise<void> {
    if (!(await this.kit.store.saveState(eventSerial, 'given-up', message))) return;
    this.counters.givenUp += 1;
    this.kit.log.warn('files of an alarm given up', { deviceKey, eventSerial, reason: message });
  }

  private async standing(eventSerial: number, announced: number): Promise<'nothing' | 'short' | 'whole'> {
    const files = await this.kit.store.files(eventSerial);
    if (files.length === 0 || files.some(({ kept }) => !kept)) return 'nothing';
    return files.length >= announced ? 'whole' : 'short';
  }

  private async schedule(deviceKey: number): Promise<void> {
    const [first] = await this.kit.store.openOf(deviceKey, 1);
    if (first === undefined) this.due.delete(deviceKey);
    else this.due.set(deviceKey, first.nextTryMs);
  }

  private run(action: () => Promise<void>): void {
    this.work = this.work
      .then(async () => {
        if (!this.closed) await action();
      })
      .catch((error: unknown) => this.kit.log.error('files of alarms', { err: error }));
  }
}

// Asks devices for the files of their alarms: one alarm of a device after the other, again after growing pauses, until they are there
// or it is given up. The tables are the truth; what is in memory says only who is asked now and who is due next.
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ErrorCode, FileRequestReason } from '@outrider/contract';
import { type AlarmUpload, type FileSink, type LinkRegistry } from '../../gateway/index.ts';
import type { Clock, Timer } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Log } from '../../kernel/log.ts';
import { InTurn } from '../../kernel/work/in-turn.ts';
import type { EventWithFiles } from '../event/index.ts';
import { Arriving } from './arriving.ts';
import { requestOf } from './new-request.ts';
import { afterLogin, begun, type Ending, ended, isDue } from './next-try.ts';
import { progressOf, type RequestProgress } from './request-state.ts';
import { type AlarmFileStore, type FileRequest, NO_TROUBLE, type Trouble } from './store.ts';
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
  /** False: devices are asked for nothing. */
  enabled: boolean;
  /** How far asking for the files of this event is has changed. A hint. */
  changed: (eventSerial: number, deviceKey: number) => void;
  /** Events whose alarm announced files, above this serial number, rising. */
  withFiles: (afterSerialno: number, limit: number) => Promise<EventWithFiles[]>;
  /** One of them, also where its plan says that files are not asked for. */
  oneWithFiles: (serialno: number) => Promise<EventWithFiles | undefined>;
};

/** One device is asked, or sends: until everything came or nothing more comes. */
type Session = {
  request: FileRequest;
  connections: number;
  /** At least one file came. */
  brought: boolean;
  /** It connected at least once. */
  connected: boolean;
  /** Something that came could not be kept. */
  notKept: boolean;
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
const NO_CONNECTION: Trouble = { reason: 'sent-nothing', message: 'The device said yes and sent nothing' };
const BROKE_OFF: Trouble = { reason: 'broke-off', message: 'The device did not send everything' };
const SHORT_LIST: Trouble = { reason: 'fewer-files', message: 'The device lists fewer files than its alarm announced' };
const OLD_DEVICE: Trouble = { reason: 'not-registered', message: 'The device is not registered any more' };
const NOT_KEPT: Trouble = { reason: 'not-kept', message: 'The server could not keep the files' };
const reasons: Partial<Record<ErrorCode, FileRequestReason>> = {
  device_offline: 'offline',
  device_refused: 'refused',
  device_unsupported: 'refused',
  device_timeout: 'no-answer',
};

const troubleOf = (error: unknown): Trouble =>
  error instanceof AppError ? { reason: reasons[error.code] ?? 'other', message: error.message } : NO_CONNECTION;
/** The disk or a quota of ours, not the device. */
const isOurs = (error: unknown): boolean =>
  error instanceof AppError && (error.code === 'unavailable' || error.code === 'limit_reached');

export class AlarmFileRequests {
  /** Requests that were given up, and those whose files are all there, since the start. */
  readonly counters = { asked: 0, done: 0, givenUp: 0 };
  private readonly kit: RequestsKit;
  private readonly sessions = new Map<number, Session>();
  /** Devices with open requests, and when the first one is due, UTC ms. */
  private readonly due = new Map<number, number>();
  /** Devices that are due and whose turn to be asked is coming. */
  private readonly queued = new Set<number>();
  private readonly arriving: Arriving;
  /** Reading and changing the tables, one after the other. */
  private readonly work = new InTurn();
  private collecting = false;
  private closed = false;

  constructor(kit: RequestsKit) {
    this.kit = kit;
    this.arriving = new Arriving({
      clock: kit.clock,
      more: (eventSerial) => this.tellOf(eventSerial),
      failed: (eventSerial, error) => this.noteFailure(eventSerial, error),
    });
  }

  async start(): Promise<void> {
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
      if (this.sessions.size + this.queued.size >= MAX_SESSIONS) return;
      const isAsked = this.sessions.has(deviceKey) || this.queued.has(deviceKey);
      if (isDue(dueMs, nowMs) && !isAsked && this.kit.links.get(deviceKey) !== undefined) {
        this.due.delete(deviceKey); // until the work below says when next
        this.queued.add(deviceKey);
        this.run(() => this.askInTurn(deviceKey));
      }
    }
  }

  private async askInTurn(deviceKey: number): Promise<void> {
    try {
      await this.ask(deviceKey);
    } catch (error) {
      this.due.set(deviceKey, this.kit.clock.now() + CONNECT_MS);
      throw error;
    } finally {
      this.queued.delete(deviceKey);
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
          await this.kit.store.saveTries(request.eventSerial, { ...request, nextTryMs }, request);
        this.tell(request);
      }
      await this.schedule(deviceKey);
    });
  }

  /** The device went away: what waits for it waits longer. */
  offline(deviceKey: number): void {
    if (!this.due.has(deviceKey) && !this.sessions.has(deviceKey)) return;
    this.run(async () => {
      for (const request of await this.kit.store.openOf(deviceKey, LOGIN_REQUESTS)) this.tell(request);
    });
  }

  /** How far the requests of these events are. */
  async progress(eventSerials: readonly number[]): Promise<RequestProgress[]> {
    const { store, links, enabled } = this.kit;
    const requests = await store.ofEvents(eventSerials);
    if (requests.length === 0) return [];
    const files = await store.files(...requests.map(({ eventSerial }) => eventSerial));
    return requests.map((request) => {
      const { eventSerial, deviceKey } = request;
      const session = this.sessions.get(deviceKey);
      return progressOf(
        request,
        files.filter((file) => file.eventSerial === eventSerial),
        {
          connections: session?.request.eventSerial === eventSerial ? session.connections : null,
          arrivingBytes: this.arriving.bytesOf(eventSerial),
          online: links.get(deviceKey) !== undefined,
          enabled,
        },
      );
    });
  }

  /** What was given up is asked for again, at once or when the device is back. Rejects with AppError `conflict`. */
  async askAgain(eventSerial: number): Promise<void> {
    const { store, clock, enabled } = this.kit;
    if (!enabled) throw new AppError('conflict', 'This server does not ask devices for the files of alarms.');
    if (!(await store.reopen(eventSerial, clock.now())))
      throw new AppError('conflict', 'These files were not given up: the device is asked for them by itself.');
    this.run(async () => {
      for (const request of await store.ofEvents([eventSerial])) {
        await this.schedule(request.deviceKey);
        this.tell(request);
      }
    });
    await this.work.idle();
  }

  /**
   * All files of an event are asked for once more, also those that are kept. A device that is away counts as asked: it is asked when it is
   * back. Rejects with AppError `conflict`.
   */
  async fetchAgain(eventSerial: number): Promise<void> {
    const { store, clock, enabled, links } = this.kit;
    if (!enabled) throw new AppError('conflict', 'This server does not ask devices for the files of alarms.');
    const [request] = await store.ofEvents([eventSerial]);
    if (request === undefined) return this.askFirst(eventSerial);
    const { deviceKey, tries } = request;
    if (this.sessions.get(deviceKey)?.request.eventSerial === eventSerial)
      throw new AppError('conflict', 'The device is sending these files already.');
    const isAway = links.get(deviceKey) === undefined;
    const trouble: Trouble = isAway ? { reason: 'offline', message: 'The device is offline' } : NO_TROUBLE;
    await store.fetchAgain(eventSerial, { tries: tries + (isAway ? 1 : 0), nextTryMs: clock.now() }, trouble);
    this.run(async () => {
      await this.schedule(deviceKey);
      this.tell(request);
    });
    await this.work.idle();
  }

  /** Of an event whose files nobody asked for, as its plan says. */
  private async askFirst(eventSerial: number): Promise<void> {
    const { store, clock } = this.kit;
    const event = await this.kit.oneWithFiles(eventSerial);
    const request = event && requestOf(event, clock.now());
    if (request === undefined) throw new AppError('conflict', 'The device keeps no files of this event.');
    this.run(async () => {
      await store.addAll([request], clock.now(), await store.cursor());
      await this.schedule(request.deviceKey);
      this.tell(request);
    });
    await this.work.idle();
  }

  /** For the gateway: what a number stands for that a device brings. */
  async find(alarmNumber: string): Promise<AlarmUpload | undefined> {
    const request = await this.kit.store.byNumber(alarmNumber);
    if (request === undefined || this.closed || !this.kit.isRegistered(request.deviceKey)) return undefined;
    if (this.kit.clock.now() - Math.max(request.createdMs, request.lastTryMs) > TAKEN_FOR_MS) return undefined;
    const connection = {};
    return new Upload(request, this.kit, {
      opened: () => this.opened(request),
      arriving: (file, incoming) => this.arriving.watch(request.eventSerial, file, incoming, connection),
      notKept: (error) => this.noteFailure(request.eventSerial, error),
      brought: (name) => this.brought(request, name),
      closed: () => {
        this.arriving.end(request.eventSerial, connection);
        this.connectionClosed(request);
      },
    });
  }

  async forgetDevices(deviceKeys: readonly number[]): Promise<void> {
    await this.kit.store.removeDevices(deviceKeys);
    for (const deviceKey of deviceKeys) this.due.delete(deviceKey);
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
    await this.work.idle();
  }

  private async collectPage(): Promise<boolean> {
    const { store, clock } = this.kit;
    const nowMs = clock.now();
    const events = await this.kit.withFiles(await store.cursor(), PAGE);
    const last = events.at(-1);
    if (last === undefined) return false;
    const requests = events.flatMap((event) => requestOf(event, nowMs) ?? []);
    const nextTryMs = nowMs + FIRST_TRY_MS;
    await store.addAll(requests, nextTryMs, last.serialno);
    for (const request of requests) {
      const { deviceKey } = request;
      this.due.set(deviceKey, Math.min(this.due.get(deviceKey) ?? nextTryMs, nextTryMs));
      this.tell(request);
    }
    return events.length === PAGE;
  }

  private async ask(deviceKey: number): Promise<void> {
    const { store, clock } = this.kit;
    const [request] = await store.openOf(deviceKey, 1);
    const link = this.kit.links.get(deviceKey);
    const mayBeAsked = request !== undefined && isDue(request.nextTryMs, clock.now());
    // Uploads that devices begin by themselves are sessions too, and come meanwhile.
    const isFull = this.sessions.size >= MAX_SESSIONS;
    if (!mayBeAsked || link === undefined || isFull || this.sessions.has(deviceKey)) {
      await this.schedule(deviceKey);
      return;
    }
    if (!this.kit.isRegistered(deviceKey)) {
      await this.giveUp(request, OLD_DEVICE);
      await this.schedule(deviceKey);
      return;
    }
    const tried = { ...request, ...begun(request, clock.now()) };
    await store.saveTries(request.eventSerial, tried, request);
    const session: Session = {
      request: tried,
      connections: 0,
      brought: false,
      connected: false,
      notKept: false,
      wait: null,
    };
    this.sessions.set(deviceKey, session);
    this.tell(request);
    this.counters.asked += 1;
    // Not awaited: an answer may take a minute, and other devices are asked meanwhile.
    link.order('sendAlarmFiles', request).then(
      () => this.await(session),
      (error: unknown) => {
        if (!(error instanceof AppError)) this.kit.log.error('files of an alarm not asked for', { err: error });
        if (session.connections > 0) return;
        const isGone = error instanceof AppError && error.code === 'device_offline';
        this.over(session, troubleOf(error), isGone);
      },
    );
  }

  /** Nothing more within a minute is the end of the try. */
  private await(session: Session): void {
    session.wait?.cancel();
    if (this.closed || session.connections > 0 || this.sessions.get(session.request.deviceKey) !== session) return;
    session.wait = this.kit.clock.after(CONNECT_MS, () =>
      this.over(session, session.brought || session.connected ? BROKE_OFF : NO_CONNECTION),
    );
  }

  private opened(request: FileRequest): void {
    const session = this.sessionOf(request);
    session.connections += 1;
    session.connected = true;
    session.wait?.cancel();
    this.tell(request);
  }

  private async brought(request: FileRequest, name: string): Promise<void> {
    this.arriving.kept(request.eventSerial, name);
    this.tell(request);
    const session = this.sessionOf(request);
    session.brought = true;
    const { eventSerial, announced } = request;
    if ((await this.standing(eventSerial, announced)) !== 'whole') return;
    await this.finished(eventSerial);
    this.leave(session);
    this.tell(request);
  }

  private connectionClosed(request: FileRequest): void {
    this.tell(request);
    const session = this.sessions.get(request.deviceKey);
    if (session === undefined || session.request.eventSerial !== request.eventSerial) return;
    session.connections = Math.max(0, session.connections - 1);
    this.await(session);
  }

  /** Of an upload that the device begins by itself, as after a restart of ours, the session begins with it. */
  private sessionOf(request: FileRequest): Session {
    const known = this.sessions.get(request.deviceKey);
    if (known?.request.eventSerial === request.eventSerial) return known;
    const session: Session = { request, connections: 0, brought: false, connected: false, notKept: false, wait: null };
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
  private over(session: Session, trouble: Trouble, offline = false): void {
    if (this.closed || this.sessions.get(session.request.deviceKey) !== session) return;
    this.run(async () => {
      try {
        await this.noteEnd(session, session.notKept ? NOT_KEPT : trouble, offline);
      } finally {
        this.leave(session); // also when the disk takes no note of it: the device is asked again later
        this.tell(session.request);
      }
    });
  }

  private async noteEnd({ request, brought }: Session, trouble: Trouble, offline: boolean): Promise<void> {
    const standing = await this.standing(request.eventSerial, request.announced);
    if (standing === 'short') await this.tryLater(request, 'short', SHORT_LIST);
    else if (standing === 'nothing') {
      const ending = offline ? 'offline' : brought ? 'some' : 'nothing';
      await this.tryLater(request, ending, trouble);
    } else await this.finished(request.eventSerial); // all is there, and only that was not noted
  }

  private async finished(eventSerial: number): Promise<void> {
    if (await this.kit.store.saveState(eventSerial, 'done', NO_TROUBLE)) this.counters.done += 1;
  }

  private async tryLater(request: FileRequest, ending: Ending, trouble: Trouble): Promise<void> {
    const next = ended(request, ending, request.createdMs, this.kit.clock.now());
    if (next === 'over') await this.giveUp(request, trouble);
    else await this.kit.store.saveTries(request.eventSerial, next, trouble);
  }

  private async giveUp(request: FileRequest, trouble: Trouble): Promise<void> {
    const { eventSerial, deviceKey } = request;
    if (!(await this.kit.store.saveState(eventSerial, 'given-up', trouble))) return;
    this.counters.givenUp += 1;
    this.kit.log.warn('files of an alarm given up', { deviceKey, eventSerial, reason: trouble.message });
    this.tell(request);
  }

  private async standing(eventSerial: number, announced: number): Promise<'nothing' | 'short' | 'whole'> {
    const files = await this.kit.store.files(eventSerial);
    if (files.length === 0 || files.some(({ kept }) => !kept)) return 'nothing';
    return files.length >= announced ? 'whole' : 'short';
  }

  private async schedule(deviceKey: number): Promise<void> {
    const [first] = await this.kit.store.openOf(deviceKey, 1).catch((error: unknown) => {
      this.due.set(deviceKey, this.kit.clock.now() + CONNECT_MS); // else nothing looks at it before the next start
      throw error;
    });
    if (first === undefined) this.due.delete(deviceKey);
    else this.due.set(deviceKey, first.nextTryMs);
  }

  private noteFailure(eventSerial: number, error: unknown): void {
    if (!isOurs(error)) return;
    for (const session of this.sessions.values())
      if (session.request.eventSerial === eventSerial) session.notKept = true;
  }

  private tellOf(eventSerial: number): void {
    for (const { request } of this.sessions.values()) if (request.eventSerial === eventSerial) this.tell(request);
  }

  private tell({ eventSerial, deviceKey }: Pick<FileRequest, 'eventSerial' | 'deviceKey'>): void {
    if (!this.closed) this.kit.changed(eventSerial, deviceKey);
  }

  /** Each in a turn of the event loop by itself: hundreds of devices are due, log in or fall silent together. */
  private run(action: () => Promise<void>): void {
    void this.work.attempt(
      async () => {
        if (!this.closed) await nextTurn();
        if (!this.closed) await action();
      },
      (err) => this.kit.log.error('files of alarms', { err }),
    );
  }
}

// The door of the event feature: makes events of the alarm journal and of links, pushes them over /event.cgi.
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type EventPush, eventRow, planDownloadTypes } from '@outrider/contract';
import type { Access, Caller, Devices } from '../../kernel/access/access.ts';
import type { Bus } from '../../kernel/bus.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Database } from '../../kernel/storage/db.ts';
import type { CallHandler } from '../../kernel/web/http.ts';
import type { Log } from '../../kernel/log.ts';
import type { SocketGuard } from '../../kernel/channel/socket-guard.ts';
import type { EventDefinitions } from '../event-definition/index.ts';
import type { AlarmJournal, AlarmReport } from '../position/index.ts';
import { eventCalls } from './calls.ts';
import { EventSocket } from './event-socket.ts';
import { EventMaker, type News } from './event-maker.ts';
import { type EventDevice, pushOf } from './event-push.ts';
import { FileHints } from './file-hints.ts';
import { type EventFiles, forgetEvents } from './forget.ts';
import { LinkEvents } from './link-events.ts';
import { type EventList, eventList, type ListKit } from './list/index.ts';
import { walkBetween } from './list/search.ts';
import { createEventListStore, type EventListStore, type ListRow } from './list/store.ts';
import { type Notice, notify, NOTIFY, RECOVERED } from './notices.ts';
import { createStamps, type Stamps } from './stamps.ts';
import {
  createEventStore,
  type EventStore,
  type EventTransaction,
  eventsWithin,
  type NumberedEvent,
  type EventWithFiles,
  type DeviceChoice,
} from './store.ts';

export type { News } from './event-maker.ts';
export type { EventWithFiles, StoredEvent } from './store.ts';

export type EventKit = {
  db: Database;
  bus: Bus;
  clock: Clock;
  log: Log;
  access: Access;
  guard: SocketGuard;
  devices: Devices & {
    /** Whose an event is and in which zone its clock runs. */
    clockOf: (deviceKey: number) => (EventDevice & { dsmChannel: number }) | undefined;
    visible: (caller: Caller) => { key: number; id: string }[];
    /** The devices that have a link now. */
    linked: () => { deviceKey: number; address: string }[];
  };
  journal: AlarmJournal;
  /** Resolves when what is committed by now survives a power cut. */
  synced: () => Promise<void>;
  authenticate: (request: IncomingMessage, url: URL) => Promise<Caller>;
  /** Origins of what a report says that another room makes events of by itself. */
  madeElsewhere: (report: AlarmReport) => Promise<ReadonlySet<string>>;
  isOnline: (deviceKey: number) => boolean;
  said: EventDefinitions['said'];
  /** What becomes of an event that is stored now, by the plans for events; null: nobody planned anything. */
  modeFor: (deviceKey: number, code: number) => number | null;
  membersOf: ListKit['membersOf'];
};

/** An event and what is said of it; nothing of devices that are not registered, nor of what a plan hides. */
export type ToldEvent = { serialno: number; deviceKey: number; receivedMs: number; push: EventPush | undefined };

/** For a room that makes events by itself: stored in a transaction of its own, told after that is committed. */
export type EventWriting = {
  within(db: Database): Pick<EventTransaction, 'add' | 'recovered'>;
  announce(news: News): void;
};

export type EventFeature = Pick<EventList, 'fileDoors' | 'useSources' | 'addRoutes'> & {
  /** Footage that somebody asked for by hand is listed by it. */
  custom: EventList['custom'];
  /** Serves /event.cgi. */
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer, url: URL): void;
  /**
   * Events whose alarm announced files, above this serial number, rising: what the topic 'event.stored' hints at is found here, also
   * after a restart.
   */
  withFiles(afterSerialno: number, limit: number): Promise<EventWithFiles[]>;
  oneWithFiles: EventStore['oneWithFiles'];
  /** Events that a plan has fetched, for those who fetch. */
  planned: { planned: EventStore['planned']; one: EventStore['planOf']; setSpan: EventStore['setSpan'] };
  /** The codes of these events. */
  codesOf: EventStore['codesOf'];
  /** The alarms of a device between two moments of its own time (UTC, milliseconds). */
  alarmsBetween(deviceKey: number, fromMs: number, toMs: number): Promise<{ serialno: number; deviceMs: number }[]>;
  /** What of these devices lies from the first moment up to the second (UTC ms), in the order of its time, some at a time. */
  between(asked: {
    deviceKeys: readonly number[];
    codes: readonly number[] | undefined;
    fromMs: number;
    toMs: number;
  }): AsyncGenerator<ListRow[]>;
  /** What events of devices are called as of now. */
  said: EventDefinitions['said'];
  /** Stores an event of code 18 with these words, and tells who may hear of it. */
  notify(deviceKey: number, text: string): Promise<void>;
  /** The same of code 98: recordings that were lacking since then (UTC ms) came. */
  recovered(deviceKey: number, atMs: number, text: string): Promise<void>;
  /** The same of any code, as if a device had said it now. Gives its number; 0: a plan discards it, or the device is not registered. */
  byHand(deviceKey: number, code: number, text: string): Promise<number>;
  /** Forgets events that were received before (UTC ms), but those with protected files; gives how many. `of`: of which devices. */
  /** How many were received before, those of some devices left out; counted to `most`. */
  countOlder(beforeMs: number, most: number, besides: readonly number[]): Promise<number>;
  forgetBefore(beforeMs: number, files: EventFiles, goesOn: () => boolean, of?: DeviceChoice): Promise<number>;
  /** Of devices that were dropped. */
  forgetDevices(deviceKeys: readonly number[]): Promise<void>;
  writing: EventWriting;
  /** Above this serial number, rising: what the topic 'event.stored' hints at is found here, also after a restart. */
  told(afterSerialno: number, limit: number): Promise<ToldEvent[]>;
  /** Asks the consoles that are open and see the device to answer; rings for so many seconds. */
  callFor(deviceKey: number, push: EventPush, seconds: number): void;
  calls: CallHandler[];
  metrics(): Record<string, number>;
  close(): Promise<void>;
};

/** What a camera without a channel of its own looks at, of an alarm of the driver. */
const isOfDriver = (code: number): boolean => code >= 740 && code < 770;

const toldOf = (event: NumberedEvent, device: EventDevice | undefined, said: EventDefinitions['said']): ToldEvent => {
  const { serialno, deviceKey, receivedMs, code, downloadMode } = event;
  const isTold = device?.registered === true && downloadMode !== planDownloadTypes.hidden;
  const push = isTold ? pushOf('new', event, device, said(deviceKey, code)) : undefined;
  return { serialno, deviceKey, receivedMs, push };
};

type OpenList = { store: EventStore; list: EventList; listStore: EventListStore; stamps: Stamps };

const openList = async (kit: EventKit): Promise<OpenList> => {
  const newestMs = await createEventListStore(kit.db, () => 0).newestChangeMs();
  const stamps = createStamps(kit.clock, newestMs);
  const store = createEventStore(kit.db, { stamp: stamps.now, modeFor: kit.modeFor });
  const cameraOf = (deviceKey: number, code: number): number =>
    isOfDriver(code) ? (kit.devices.clockOf(deviceKey)?.dsmChannel ?? 1) : 1;
  const listStore = createEventListStore(kit.db, stamps.now);
  const list = eventList({ ...kit, events: store, store: listStore, stamps, cameraOf });
  return { store, list, listStore, stamps };
};

const plannedOf = (store: EventStore): EventFeature['planned'] => ({
  planned: (...asked) => store.planned(...asked),
  one: (no) => store.planOf(no),
  setSpan: (...span) => store.setSpan(...span),
});

const saying = (
  say: (deviceKey: number, notice: Notice) => Promise<number>,
): Pick<EventFeature, 'notify' | 'recovered' | 'byHand'> => ({
  notify: async (deviceKey, note) => void (await say(deviceKey, { code: NOTIFY, note })),
  recovered: async (deviceKey, atMs, note) => void (await say(deviceKey, { code: RECOVERED, note, atMs })),
  byHand: (deviceKey, code, note) => say(deviceKey, { code, note, byHand: true }),
});

const linkedNow = ({ clock, devices }: EventKit) => {
  const atMs = clock.now();
  return devices.linked().map((link) => ({ ...link, atMs }));
};

export const eventFeature = async (kit: EventKit): Promise<EventFeature> => {
  const socket = new EventSocket(kit);
  const { store, list, listStore, stamps } = await openList(kit);
  const device = (key: number): EventDevice | undefined => kit.devices.clockOf(key);
  const tell: EventSocket['tell'] = (key, push) => socket.tell(key, push);
  const maker = new EventMaker({ ...kit, store, device, tell });
  const links = new LinkEvents({ ...kit, store, device });
  const hints = new FileHints({ ...kit, sockets: () => socket.fileListeners() });
  const unsubscribe = [
    kit.bus.subscribe('event.files', (event) => hints.add(event)),
    kit.bus.subscribe('alarms.journaled', () => maker.look()),
    kit.bus.subscribe('link.online', ({ deviceKey, remoteAddress, atMs }) =>
      links.online(deviceKey, remoteAddress, atMs),
    ),
    kit.bus.subscribe('link.offline', ({ deviceKey, reason, atMs }) => links.offline(deviceKey, reason, atMs)),
  ];
  await links.start(linkedNow(kit));
  maker.look();
  return {
    handleUpgrade: (request, duplex, head, url) => socket.handleUpgrade(request, duplex, head, url),
    withFiles: (afterSerialno, limit) => store.withFiles(afterSerialno, limit),
    oneWithFiles: (serialno) => store.oneWithFiles(serialno),
    planned: plannedOf(store),
    codesOf: (serials) => store.codesOf(serials),
    alarmsBetween: async (...asked) =>
      (await store.between(...asked)).filter(({ code }) => eventRow(code)?.alarm === true),
    between: (asked) => walkBetween(listStore, asked),
    said: kit.said,
    ...saying((deviceKey, notice) => notify({ ...kit, store, device, tell }, deviceKey, notice)),
    countOlder: (...asked) => store.countOlder(...asked),
    forgetBefore: (beforeMs, files, goesOn, of) =>
      forgetEvents({ ...kit, store, files, ...(of && { of }) }, beforeMs, goesOn),
    forgetDevices: (deviceKeys) => store.removeDevices(deviceKeys),
    told: async (after, limit) =>
      (await store.after(after, limit)).map((event) => toldOf(event, device(event.deviceKey), kit.said)),
    callFor: (deviceKey, push, seconds) => tell(deviceKey, { ...push, cmd: 'call', calltime: seconds }),
    writing: {
      within: (db) => eventsWithin(db, { stamp: stamps.now, modeFor: kit.modeFor }),
      announce: (news) => maker.announce(news),
    },
    calls: [...eventCalls({ ...kit, store }), ...list.calls],
    fileDoors: list.fileDoors,
    custom: list.custom,
    useSources: (sources) => list.useSources(sources),
    addRoutes: (...where) => list.addRoutes(...where),
    metrics: () => ({
      events_stored_total: maker.stored + links.stored,
      event_links_dropped_total: links.dropped,
      alarm_rows_waiting: maker.waitingRows,
      event_sockets: socket.count(),
      event_file_hints_dropped_total: hints.dropped,
    }),
    close: async () => {
      for (const end of unsubscribe) end();
      hints.close();
      await Promise.all([maker.close(), links.close(), list.close()]);
      socket.close();
    },
  };
};

// The door of the alarm files: pictures and clips of active-safety alarms, asked of the device and kept with their event.
import type { AlarmUploads, FileSink, LinkRegistry } from '../../gateway/index.ts';
import type { Bus } from '../../kernel/bus.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Database } from '../../kernel/storage/db.ts';
import { forgetInSteps } from '../../kernel/storage/forget.ts';
import type { Log } from '../../kernel/log.ts';
import type { EventFeature } from '../event/index.ts';
import type { CallHandler } from '../../kernel/web/http.ts';
import { alarmFileCalls, type AlarmFileCallsKit } from './calls.ts';
import type { RequestProgress } from './request-state.ts';
import { AlarmFileRequests } from './requests.ts';
import { createAlarmFileStore } from './store.ts';

export type AlarmFilesKit = {
  db: Database;
  bus: Bus;
  clock: Clock;
  log: Log;
  /** False: devices are asked for nothing; what they were asked for before is still taken. */
  enabled: boolean;
  links: LinkRegistry;
  sink: FileSink;
  synced: () => Promise<void>;
  events: Pick<EventFeature, 'withFiles' | 'oneWithFiles'>;
  isRegistered: (deviceKey: number) => boolean;
};

export type AlarmFiles = {
  /** What the gateway's files port asks. */
  uploads: AlarmUploads;
  /** The calls of people, once there is something to show files by. */
  callsWith(kit: Omit<AlarmFileCallsKit, 'requests'>): CallHandler[];
  /** How far the requests of these events are. */
  progress(eventSerials: readonly number[]): Promise<RequestProgress[]>;
  /** What devices are still asked for, oldest first. */
  open(limit: number): Promise<{ eventSerial: number; deviceKey: number; takenMs: number; tries: number }[]>;
  /** Asks the device for all files of an event once more. Rejects with AppError `conflict` where there never were any. */
  fetchAgain(eventSerial: number): Promise<void>;
  /** What was asked for before (UTC ms); gives how many went. */
  forgetBefore(beforeMs: number, goesOn: () => boolean): Promise<number>;
  /** Devices that were dropped are asked for nothing any more. */
  forgetDevices(deviceKeys: readonly number[]): Promise<void>;
  metrics(): Record<string, number>;
  close(): Promise<void>;
};

const TICK_MS = 1_000;
/** A hint may be lost; the facts are in the store of events. */
const COLLECT_MS = 60_000;

export const alarmFilesFeature = async (kit: AlarmFilesKit): Promise<AlarmFiles> => {
  const { bus, clock, events } = kit;
  const store = createAlarmFileStore(kit.db);
  const requests = new AlarmFileRequests({
    ...kit,
    store,
    changed: (serialno, deviceKey) => bus.publish('event.files', { serialno, deviceKey }),
    withFiles: (afterSerialno, limit) => events.withFiles(afterSerialno, limit),
    oneWithFiles: (serialno) => events.oneWithFiles(serialno),
  });
  await requests.start();
  const endings = [
    bus.subscribe('event.stored', ({ attachments }) => {
      if (attachments > 0) requests.collect();
    }),
    bus.subscribe('link.online', ({ deviceKey }) => requests.online(deviceKey)),
    bus.subscribe('link.offline', ({ deviceKey }) => requests.offline(deviceKey)),
  ];
  const timers = [
    clock.every(TICK_MS, () => {
      if (kit.enabled) requests.tick();
    }),
    clock.every(COLLECT_MS, () => requests.collect()),
  ];
  return {
    uploads: { find: (alarmNumber) => requests.find(alarmNumber) },
    callsWith: (around) => alarmFileCalls({ ...around, requests }),
    progress: (eventSerials) => requests.progress(eventSerials),
    open: (limit) => store.open(limit),
    fetchAgain: (eventSerial) => requests.fetchAgain(eventSerial),
    forgetBefore: (beforeMs, goesOn) => forgetInSteps(clock, (limit) => store.forget(beforeMs, limit), goesOn),
    forgetDevices: (deviceKeys) => requests.forgetDevices(deviceKeys),
    metrics: () => requests.metrics(),
    close: async () => {
      for (const end of endings) end();
      for (const timer of timers) timer.cancel();
      await requests.close();
    },
  };
};

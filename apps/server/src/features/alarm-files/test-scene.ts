// The requests for files of alarms on a driven clock and a real database, with devices that are asked and say yes.
import type { TestContext } from 'node:test';
import type { DeviceLink, FileSink, IncomingFile, LinkRegistry } from '../../gateway/index.ts';
import { AppError } from '../../kernel/errors.ts';
import { silentLog } from '../../kernel/log.ts';
import { createManualClock } from '../../kernel/manual-clock.ts';
import type { OpenDatabase } from '../../kernel/storage/db.ts';
import type { EventWithFiles } from '../event/index.ts';
import { AlarmFileRequests } from './requests.ts';
import { createAlarmFileStore } from './store.ts';

export const SECOND_MS = 1000;
export const MINUTE_MS = 60_000;

/** A sign of 16 bytes in hex: `alarm` stands in its second, `files` is the number of files, `reserved` its last byte. */
export const signOf = (alarm: number, files: number, reserved = 0): string =>
  `30303030313031260101${String(alarm).padStart(6, '0')}00${hex(files)}${hex(reserved)}`;
const hex = (value: number): string => value.toString(16).padStart(2, '0');

export const setSceneOn = async (opened: OpenDatabase, t: TestContext) => {
  const clock = createManualClock();
  const store = createAlarmFileStore(opened.db);
  const events: EventWithFiles[] = [];
  const asked: { deviceKey: number; alarmNumber: string; alarmSign: string; atMs: number }[] = [];
  const changed: [serialno: number, deviceKey: number][] = [];
  const scene = {
    online: new Set([1, 2]),
    registered: new Set([1, 2]),
    /** What a device answers to 0x9208: undefined is yes. */
    answer: undefined as AppError | undefined,
    synced: async (): Promise<void> => undefined,
    enabled: true,
    begin: (): Promise<IncomingFile> => Promise.reject(new AppError('unavailable', 'not here')),
  };
  const linkOf = (deviceKey: number) => ({
    order: async (_name: 'sendAlarmFiles', request: { alarmSign: string; alarmNumber: string }) => {
      const { alarmNumber, alarmSign } = request;
      asked.push({ deviceKey, alarmNumber, alarmSign, atMs: clock.now() });
      if (scene.answer !== undefined) throw scene.answer;
    },
  });
  const links: LinkRegistry = {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the part of a link that is used here
    get: (key) => (scene.online.has(key) ? (linkOf(key) as unknown as DeviceLink) : undefined),
    count: () => scene.online.size,
  };
  const sink: FileSink = { begin: () => scene.begin() };
  const start = async (): Promise<AlarmFileRequests> => {
    const requests = new AlarmFileRequests({
      clock,
      log: silentLog,
      store,
      sink,
      synced: () => scene.synced(),
      links,
      enabled: scene.enabled,
      changed: (serialno, deviceKey) => changed.push([serialno, deviceKey]),
      isRegistered: (key) => scene.registered.has(key),
      oneWithFiles: async (serial) => events.find(({ serialno }) => serialno === serial),
      withFiles: async (after, limit) => events.filter(({ serialno }) => serialno > after).slice(0, limit),
    });
    await requests.start();
    return requests;
  };
  const living = { requests: await start() };
  t.after(async () => {
    await living.requests.close();
    await opened.close();
  });
  const add = (deviceKey: number, alarmSign: string, attachments = 1): void => {
    events.push({ serialno: events.length + 1, deviceKey, code: 1, deviceMs: clock.now(), alarmSign, attachments });
  };
  /** Lets so much time pass, a second at a time, in which the requests look who is due. */
  const pass = async (ms: number, stepMs = SECOND_MS): Promise<void> => {
    for (let passed = 0; passed < ms; passed += stepMs) {
      // oxlint-disable-next-line no-await-in-loop -- second by second
      await clock.advanceAsync(stepMs);
      living.requests.tick();
      // oxlint-disable-next-line no-await-in-loop
      await clock.advanceAsync(0);
    }
  };
  return { clock, store, scene, asked, changed, add, pass, start, living };
};

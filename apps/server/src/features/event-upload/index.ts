// The door of uploads: files of events go to the FTP server that the plan of their code names, and the numbers that bound it.
import {
  db10Uploads,
  db11SetUploads,
  DEFAULT_UPLOAD_LIMITS,
  MAX_TASK_ROWS,
  shownUpload,
  uploadLimits,
  type UploadTask,
} from '@outrider/contract';
import { type CommandHandler, answer } from '../../kernel/channel/channel.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Database } from '../../kernel/storage/db.ts';
import { forgetInSteps } from '../../kernel/storage/forget.ts';
import type { MayBePrivate } from '../../kernel/web/outgoing-request.ts';
import type { FileStore } from '../file-store/index.ts';
import type { Settings } from '../settings/index.ts';
import { UploadDesk } from './desk.ts';
import { sendByFtp } from './ftp.ts';
import { createUploadStore, type StoredUpload, type UploadPlace } from './store.ts';
import { uploadsOf } from './wanted.ts';
import { WatchedEvents, type WatchKit } from './watched-events.ts';

export type EventUploadKit = Omit<WatchKit, 'files'> & {
  db: Database;
  settings: Pick<Settings, 'get' | 'set'>;
  may: MayBePrivate;
  files: Pick<FileStore, 'list' | 'byId' | 'open'>;
};

export type EventUploads = {
  commands: CommandHandler[];
  /** What is over and was added before (UTC ms); gives how many went. */
  forgetBefore(beforeMs: number, goesOn: () => boolean): Promise<number>;
  forgetDevices(deviceKeys: readonly number[]): Promise<void>;
  metrics(): Record<string, number>;
  close(): Promise<void>;
};

const LIMITS = 'upload-limits';

const followLimits = ({ bus, settings }: EventUploadKit, desk: UploadDesk): (() => void) =>
  bus.subscribe('settings.changed', ({ key }) => {
    if (key === LIMITS) desk.limits = settings.get(LIMITS, uploadLimits) ?? DEFAULT_UPLOAD_LIMITS;
  });

const taskOf = (
  { id, target, remotePath, ...row }: StoredUpload,
  isProcessing: boolean,
  idOf: EventUploadKit['idOf'],
): UploadTask => ({
  taskid: `upload-${id}`,
  isProcessing,
  isDone: row.state === 'done',
  deviceid: idOf(row.deviceKey),
  appdevid: row.code,
  eventtime: row.eventMs,
  addtime: row.addedMs,
  starttime: row.startMs,
  endtime: row.endMs,
  filePath: row.fileName,
  curl: shownUpload(target, remotePath),
  error: isProcessing ? '' : row.message,
});

const rankOf = ({ isProcessing, isDone, error }: UploadTask): number =>
  isProcessing ? 0 : isDone ? 3 : error === '' ? 1 : 2;

/** Where the plan of now has it go. */
const placeOf = ({ planFor, idOf, clock }: EventUploadKit, upload: StoredUpload): UploadPlace | undefined => {
  const { eventSerial: serialno, deviceKey, code, eventMs: deviceMs, fileId: id, fileName: name } = upload;
  const plan = planFor(deviceKey, code);
  const about = { deviceId: idOf(deviceKey), nowMs: clock.now() };
  return plan && uploadsOf(plan, { serialno, deviceKey, code, deviceMs }, [{ id, name }], about)[0];
};

const targetOf = ({ planFor }: EventUploadKit, { deviceKey, code }: StoredUpload): string | undefined =>
  planFor(deviceKey, code)?.target;

export const eventUploadFeature = async (kit: EventUploadKit): Promise<EventUploads> => {
  const { clock, settings, files, idOf } = kit;
  const store = createUploadStore(kit.db);
  const send: ConstructorParameters<typeof UploadDesk>[0]['send'] = async (upload, context) => {
    const file = await files.byId(upload.fileId);
    const opened = file && (await files.open(file));
    if (opened === undefined) throw new AppError('not_found', 'The file is not kept any more.');
    try {
      await sendByFtp(kit, { ...upload, file: opened }, context);
    } finally {
      await opened.close();
    }
  };
  const desk = new UploadDesk(
    { ...kit, store, send, placeOf: (upload) => placeOf(kit, upload), targetOf: (upload) => targetOf(kit, upload) },
    settings.get(LIMITS, uploadLimits) ?? DEFAULT_UPLOAD_LIMITS,
  );
  const unfollow = followLimits(kit, desk);
  await desk.start();
  const watching = new WatchedEvents(kit, desk, store.known);
  await watching.start();
  return {
    commands: [
      answer(db10Uploads, async () => {
        const running = desk.runningIds();
        const found = await Promise.all([store.open(MAX_TASK_ROWS), store.newest(MAX_TASK_ROWS)]);
        const byId = new Map(found.flat().map((row) => [row.id, row]));
        const data = [...byId.values()]
          .map((row) => taskOf(row, running.has(row.id), idOf))
          .toSorted((a, b) => rankOf(a) - rankOf(b) || b.addtime - a.addtime)
          .slice(0, MAX_TASK_ROWS);
        return { Z: { ...desk.limits, currentCount: desk.running, waitCount: desk.waiting, data } };
      }),
      answer(db11SetUploads, async (_session, { A: maxCount, B: limitRate, C: maxWaitCount }) => {
        await settings.set(LIMITS, uploadLimits.parse({ maxCount, limitRate, maxWaitCount }));
        return { R: '1' as const };
      }),
    ],
    forgetBefore: (beforeMs, goesOn) => forgetInSteps(clock, (limit) => store.forget(beforeMs, limit), goesOn),
    forgetDevices: (deviceKeys) => desk.forgetDevices(deviceKeys),
    metrics: () => ({
      uploads_running: desk.running,
      uploads_waiting: desk.waiting,
      uploads_done_total: desk.counters.done,
      uploads_failed_tries_total: desk.counters.failedTries,
      uploads_refused_total: desk.counters.refused,
    }),
    close: async () => {
      unfollow();
      await watching.close();
      await desk.close();
    },
  };
};

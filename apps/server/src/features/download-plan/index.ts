// The door of download plans: what becomes of events of a code, and fetching footage and photos for them. It is opened in two steps: the
// plans before the events, which ask them, and the fetching behind the events and what has footage.
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type DownloadPlan, type DownloadRule, maskedUpload, planDownloadTypes } from '@outrider/contract';
import type { VideoAllowance } from '../../kernel/access/access.ts';
import { sightOf } from '../../kernel/access/access.ts';
import type { Bus } from '../../kernel/bus.ts';
import type { Database } from '../../kernel/storage/db.ts';
import type { Log } from '../../kernel/log.ts';
import { Plans, type PlansKit, type StoredPlan } from '../../kernel/plans.ts';
import { forgetInSteps } from '../../kernel/storage/forget.ts';
import type { CallHandler } from '../../kernel/web/http.ts';
import { downloadPlanCalls } from './calls.ts';
import type { ClipKit } from './clip.ts';
import { FetchDesk, type FetchDeskKit, type Tried } from './fetch-desk.ts';
import { fetchFootage } from './footage.ts';
import { footageTasks } from './footage-tasks.ts';
import type { FootageTasks } from '../remote-playback/index.ts';
import { type PhotoKit, takePhotos } from './photos.ts';
import { createDownloadPlanStore, type DownloadPlanStore, type PlannedFetch, planValues } from './store.ts';

export type DownloadPlanKit = PlansKit & { db: Database };

export type FetchingKit = Pick<FetchDeskKit, 'events' | 'device' | 'isOnline' | 'rule' | 'takesLate'> &
  Omit<PhotoKit, 'clock' | 'bus'> &
  Omit<ClipKit, 'folder'> & {
    bus: Bus;
    log: Log;
    allowance: VideoAllowance;
    dataFolder: string;
    /** How long fetched footage is kept from retention. */
    keepDays: number;
  };

export type PlannedFetching = {
  /** How far it is for these events. */
  progress(eventSerials: readonly number[]): Promise<{ serialno: number; state: string; tries: number }[]>;
  /** Fetches it once more, or where nobody did; false where no plan says what, or it is too late for all that it says. */
  ask(serialno: number): Promise<boolean>;
  /** What is over and was asked for before (UTC ms); gives how many went. */
  forgetBefore(beforeMs: number, goesOn: () => boolean): Promise<number>;
  forgetDevices(deviceKeys: readonly number[]): Promise<void>;
  /** Footage of plans as tasks, for who looks at those of the server. */
  tasks(limit: number): Promise<FootageTasks>;
  /** What is still to be fetched, the oldest first. */
  open(limit: number): Promise<PlannedFetch[]>;
  metrics(): Record<string, number>;
  close(): Promise<void>;
};

export type DownloadPlans = {
  /** What becomes of an event that is stored now, as the documented number; null: nobody planned anything. */
  modeFor(deviceKey: number, code: number): number | null;
  /** Where the files of such an event go; undefined: nowhere. */
  uploadOf(deviceKey: number, code: number): { target: string; custompath: 0 | 1 | 2 } | undefined;
  /** Whether any plan has files uploaded. */
  hasUploads(): boolean;
  /** All of them, for monitor pages. */
  rules(): DownloadRule[];
  calls: CallHandler[];
  openFetching(kit: FetchingKit): Promise<PlannedFetching>;
  forgetDevices(deviceKeys: readonly number[]): Promise<void>;
  reload(): Promise<void>;
  metrics(): Record<string, number>;
  close(): Promise<void>;
};

const DAY_MS = 86_400_000;
/** Whose sight and limits plans have. */
const PLANNER = sightOf({ userId: 0, userName: 'download plan' });

const fetchPhotos = async (
  { store, ...kit }: PhotoKit & { store: DownloadPlanStore },
  fetch: PlannedFetch,
  signal: AbortSignal,
): Promise<Tried> => {
  const known = await store.ofEvents([fetch.eventSerial]);
  const nth = known.filter(({ kind, id }) => kind === 'photos' && id <= fetch.id).length;
  const taken = await takePhotos(kit, fetch, nth, signal);
  const state = taken.length === 0 ? 'failed' : taken.length < fetch.channels.length ? 'partial' : 'done';
  return { state, message: '', again: false };
};

const bitsOf = (channels: readonly number[]): number =>
  channels.reduce((bits, channel) => bits + 2 ** (channel - 1), 0);

/** As a monitor page shows it; a plan of a group under its number. */
const ruleOf = ({ updateMode, deviceid, groupid, updatetime: _at, ...plan }: DownloadPlan): DownloadRule => ({
  ...plan,
  deviceid: updateMode === 'GROUP' ? `group ${groupid}` : deviceid,
  downloadplan: bitsOf(plan.downloadplan),
  streamtype: bitsOf(plan.streamtype),
  upload: maskedUpload(plan.upload),
  custompat: plan.custompath,
});

const progressOf = async (store: DownloadPlanStore, serials: readonly number[]) => {
  const rows = Map.groupBy(await store.ofEvents(serials), ({ eventSerial }) => eventSerial);
  return [...rows].map(([serialno, fetches]) => ({
    serialno,
    state: fetches.every(({ state }) => state === 'done') ? 'done' : 'open',
    tries: Math.max(...fetches.map(({ tries }) => tries)),
  }));
};

/** Without the password of its target. */
const told = ({ upload, ...plan }: StoredPlan['plan']): StoredPlan['plan'] => ({
  ...plan,
  ...(typeof upload === 'string' && { upload: maskedUpload(upload) }),
});

export const downloadPlanFeature = async (kit: DownloadPlanKit): Promise<DownloadPlans> => {
  const { clock } = kit;
  const store = createDownloadPlanStore(kit.db);
  const plans = new Plans(kit, { store: store.plans, values: planValues, told });
  let discarded = 0;
  await plans.read();
  return {
    modeFor(...asked) {
      const mode = plans.for(...asked)?.downloadtype ?? null;
      if (mode === planDownloadTypes.discard) discarded += 1;
      return mode;
    },
    uploadOf(...asked) {
      const plan = plans.for(...asked);
      if (plan?.enupload !== true || plan.downloadtype !== planDownloadTypes.download) return undefined;
      return { target: plan.upload, custompath: plan.custompath };
    },
    hasUploads: () => plans.some(({ enupload }) => enupload),
    calls: downloadPlanCalls(plans),
    async forgetDevices(deviceKeys) {
      await store.removeDevices(deviceKeys);
      await plans.read();
    },
    reload: () => plans.read(),
    rules: () => plans.all().map(ruleOf),
    metrics: () => ({ events_discarded_total: discarded }),
    close: () => plans.close(),
    async openFetching(around) {
      const folder = join(around.dataFolder, 'planned-clips');
      await rm(folder, { recursive: true, force: true });
      await mkdir(folder, { recursive: true });
      const footageKit = { ...around, folder, clock, keepMs: around.keepDays * DAY_MS };
      const desk = new FetchDesk({
        ...around,
        clock,
        store,
        planFor: (...asked) => plans.for(...asked),
        refusal: (deviceKey) => around.allowance.refusal(PLANNER, deviceKey),
        attempt: (fetch, signal) =>
          fetch.kind === 'footage'
            ? fetchFootage(footageKit, fetch, signal)
            : fetchPhotos({ ...around, clock, store }, fetch, signal),
      });
      await desk.start();
      return {
        progress: (serials) => progressOf(store, serials),
        ask: (serialno) => desk.ask(serialno),
        forgetBefore: (beforeMs, goesOn) => forgetInSteps(clock, (limit) => store.forget(beforeMs, limit), goesOn),
        forgetDevices: (deviceKeys) => desk.forgetDevices(deviceKeys),
        tasks: (limit) => footageTasks(store, limit),
        open: (limit) => store.open(limit),
        metrics: () => desk.metrics(),
        close: () => desk.close(),
      };
    },
  };
};

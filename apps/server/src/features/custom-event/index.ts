// Custom events: keeps what footage somebody asked for, one task a device, has it fetched, and tells how the tasks stand.
import {
  MAX_CUSTOM_HOURS,
  type CustomEventTask,
  deleteCustomEvent,
  getCustomEvents,
  postCustomEvent,
  putCustomEvent,
  WAITING_FOR_FOOTAGE,
} from '@outrider/contract';
import type { Access, Caller, Devices, VideoAllowance } from '../../kernel/access/access.ts';
import type { Bus } from '../../kernel/bus.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Database } from '../../kernel/storage/db.ts';
import { AppError } from '../../kernel/errors.ts';
import { forgetInSteps } from '../../kernel/storage/forget.ts';
import { type CallHandler, handle } from '../../kernel/web/http.ts';
import type { Log } from '../../kernel/log.ts';
import type { Footage, FootageTasks } from '../remote-playback/index.ts';
import type { FetchRule } from '../event-parameters/index.ts';
import { followDeletions, release } from './deletions.ts';
import { dropAnd, isOpen } from './dropping.ts';
import { footageTasks } from './footage-tasks.ts';
import { type ListedTasks, listingStore } from './listing.ts';
import { Executor, MAX_TASKS } from './executor.ts';
import { type CustomEventStore, type Standing, type StoredRequest, createCustomEventStore } from './store.ts';

export { attempt } from './attempt.ts';

export type CustomEventKit = {
  db: Database;
  bus: Bus;
  clock: Clock;
  log: Log;
  access: Access;
  footage: Footage;
  isOnline: (deviceKey: number) => boolean;
  rule: FetchRule;
  /** Days that fetched footage is kept from retention. */
  keepDays: number;
  devices: Devices;
  allowance: VideoAllowance;
  /** Where tasks are listed as events. */
  listed: ListedTasks;
};

export type CustomEventFeature = {
  calls: CallHandler[];
  /** A task whose device the caller may see. Throws AppError `not_found`, the same for one of others. */
  find(caller: Caller, id: number): Promise<StoredRequest>;
  /** Fetches the footage of a task once more, whatever became of it. Rejects with AppError `conflict` while it is being fetched. */
  again(caller: Caller, id: number): Promise<void>;
  /** Removes the tasks of devices that were dropped. */
  forgetDevices(deviceKeys: readonly number[]): Promise<void>;
  /** Forgets tasks that are over and were asked for and tried last before then (UTC ms); gives how many went. */
  forgetBefore(beforeMs: number, goesOn: () => boolean): Promise<number>;
  /** Its tasks, for who looks at those of the server. */
  tasks(limit: number): Promise<FootageTasks>;
  metrics(): Record<string, number>;
  close(): Promise<void>;
};

const PAGE = 200;
const CHUNK = 500;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
const SUCCESS = { hasError: 0 as const, message: 'Success' };

const taskOf = (request: StoredRequest, { state, message, progress, footage }: Standing): CustomEventTask => ({
  id: request.id,
  deviceid: request.deviceId,
  start: request.startMs,
  end: request.endMs,
  downloadplan: [...request.channels],
  streamtype: [...request.mainChannels],
  audioout: request.audio,
  username: request.userName,
  time: request.createdMs,
  state,
  progress: Math.floor(progress),
  message,
  // The wire has whole seconds: none of it is lost.
  footage: footage.map(({ channel, startMs, endMs, stream }) => ({
    channel,
    start: startMs,
    end: Math.ceil(endMs / 1000) * 1000,
    stream,
  })),
});

/** What is to come has not been recorded. A recorder whose clock is ahead is asked by its clock: a day is allowed for that. */
const AHEAD_MS = DAY_MS;

const checkSpan = (start: number, end: number, nowMs: number): void => {
  if (start > end) throw new AppError('invalid', 'Start Time > End Time');
  if (end - start > MAX_CUSTOM_HOURS * HOUR_MS)
    throw new AppError('invalid', `A custom event spans at most ${MAX_CUSTOM_HOURS} hours.`);
  if (end > nowMs + AHEAD_MS) throw new AppError('invalid', 'A custom event lies at most a day ahead.');
};

/** Those of the channels that are there. Throws AppError not_found where none is. */
const installedOf = (asked: readonly number[], absent: readonly number[]): number[] => {
  const channels = asked.filter((channel) => !absent.includes(channel));
  if (channels.length === 0) throw new AppError('not_found', `The device has no channel ${asked.join(', ')}`);
  return channels;
};

/** The newest tasks the caller may see. */
const visibleTasks = async (
  store: CustomEventStore,
  sees: (request: StoredRequest) => boolean,
  standing: (request: StoredRequest) => Standing,
  before: number,
) => {
  const tasks: CustomEventTask[] = [];
  for (let below = before; tasks.length < PAGE;) {
    const chunk = await store.read(below, CHUNK);
    tasks.push(...chunk.filter(sees).map((request) => taskOf(request, standing(request))));
    const last = chunk.at(-1);
    if (last === undefined || chunk.length < CHUNK) break;
    below = last.id;
  }
  return tasks.slice(0, PAGE);
};

type Finder = (caller: Caller, id: number) => Promise<StoredRequest>;

type ChangingKit = {
  clock: Clock;
  store: CustomEventStore;
  executor: Executor;
  footage: Footage;
  find: Finder;
  assertMayFetch: (caller: Caller, deviceKey: number) => void;
};

/** What was fetched before stays, and comes at once. Asked for now: the time until it is given up starts over. */
const beginAgain = async (
  { clock, store, executor }: Pick<ChangingKit, 'clock' | 'store' | 'executor'>,
  request: StoredRequest,
): Promise<void> => {
  const { footage } = executor.standing(request.id) ?? request;
  const createdMs = clock.now();
  const again = { state: 'waiting', message: WAITING_FOR_FOOTAGE, progress: 0, footage } as const;
  await dropAnd(executor, request, () => store.update(request.id, again, createdMs));
  executor.add([{ ...request, ...again, createdMs }]);
};

const fetchAgain = async (
  { find, assertMayFetch, ...kit }: Omit<ChangingKit, 'footage'>,
  caller: Caller,
  id: number,
): Promise<void> => {
  const request = await find(caller, id);
  if (request.state === 'fetching') throw new AppError('conflict', 'It is being fetched already.');
  assertMayFetch(caller, request.deviceKey);
  kit.executor.check(1);
  await beginAgain(kit, request);
};

const changingCalls = ({ clock, store, executor, footage: kept, find, assertMayFetch }: ChangingKit): CallHandler[] => [
  handle(putCustomEvent, async (caller, { id, action }, { note }) => {
    const request = await find(caller, id);
    note?.({ deviceId: request.deviceId, before: { state: request.state } });
    const open = isOpen(request);
    if (open !== (action === 'cancel'))
      throw new AppError('conflict', open ? 'It is being fetched already.' : 'It is over already.');
    if (action !== 'cancel') assertMayFetch(caller, request.deviceKey);
    if (action !== 'cancel') await beginAgain({ clock, store, executor }, request);
    else {
      const { footage, progress } = executor.standing(id) ?? request;
      const cancelled = { state: 'cancelled', message: '', progress, footage } as const;
      await dropAnd(executor, request, () => store.update(id, cancelled));
    }
    return SUCCESS;
  }),
  handle(deleteCustomEvent, async (caller, { id }, { note }) => {
    const request = await find(caller, id);
    note?.({
      deviceId: request.deviceId,
      before: { state: request.state, start: request.startMs, end: request.endMs },
    });
    await executor.drop(id);
    await store.remove(id);
    await release(store, kept, request);
    return SUCCESS;
  }),
];

export const customEventFeature = async (kit: CustomEventKit): Promise<CustomEventFeature> => {
  const { db, bus, clock, log, access, keepDays } = kit;
  const listing = listingStore({ ...kit, store: createCustomEventStore(db) });
  const { store } = listing;
  const executor = new Executor({ ...kit, store, keepMs: keepDays * DAY_MS });
  const assertMayFetch: ChangingKit['assertMayFetch'] = (caller, deviceKey) => {
    const refusal = kit.allowance.refusal(caller, deviceKey);
    if (refusal !== undefined) throw new AppError('limit_reached', refusal);
  };
  const find: Finder = async (caller, id) => {
    const request = await store.find(id);
    if (request === undefined || !access.maySee(caller, request.deviceKey))
      throw new AppError('not_found', 'There is no such custom event.');
    return { ...request, ...executor.standing(id) };
  };
  executor.add(await listing.begin(MAX_TASKS));
  const unfollow = followDeletions({ bus, log, store, executor });
  return {
    calls: [
      handle(postCustomEvent, async (caller, input) => {
        checkSpan(input.start, input.end, clock.now());
        const devices = input.deviceid.map((id) => {
          const { deviceId, deviceKey, absentChannels } = kit.devices.seen(caller, id);
          assertMayFetch(caller, deviceKey);
          return { deviceId, deviceKey, channels: installedOf(input.downloadplan, absentChannels) };
        });
        executor.check(devices.length);
        const { start, end, streamtype, audioout } = input;
        const footage = { startMs: start, endMs: end, mainChannels: streamtype, audio: audioout };
        const by = { userName: caller.userName, createdMs: clock.now() };
        const requests = devices.map((device) => ({ ...footage, ...by, ...device }));
        const ids = await store.add(requests);
        const fresh: Standing = { state: 'waiting', message: WAITING_FOR_FOOTAGE, progress: 0, footage: [] };
        executor.add(requests.map((request, i) => ({ ...request, ...fresh, id: ids[i] ?? 0 })));
        return SUCCESS;
      }),
      handle(getCustomEvents, (caller, { before }) =>
        visibleTasks(
          store,
          ({ deviceKey }) => access.maySee(caller, deviceKey),
          (request) => executor.standing(request.id) ?? request,
          before ?? Number.MAX_SAFE_INTEGER,
        ),
      ),
      ...changingCalls({ clock, store, executor, footage: kit.footage, find, assertMayFetch }),
    ],
    find,
    again: (...asked) => fetchAgain({ clock, store, executor, find, assertMayFetch }, ...asked),
    forgetBefore: (beforeMs, goesOn) => forgetInSteps(clock, (limit) => store.forget(beforeMs, limit), goesOn),
    forgetDevices: (deviceKeys) => executor.forgetDevices(deviceKeys),
    tasks: (limit) => footageTasks({ store, standing: (id) => executor.standing(id) }, limit, executor.open),
    metrics: () => executor.metrics(),
    close: async () => {
      unfollow();
      await executor.close();
      await listing.close();
    },
  };
};

// Custom events: keeps what footage somebody asked for, one task a device, and tells how they stand. Nothing here fetches footage.
import { MAX_CUSTOM_HOURS, type CustomEventTask, getCustomEvents, postCustomEvent } from '@outrider/contract';
import type { Access, Caller } from '../../kernel/access.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Database } from '../../kernel/db.ts';
import { AppError } from '../../kernel/errors.ts';
import { type CallHandler, handle } from '../../kernel/http.ts';
import { type CustomEventStore, type StoredWish, createCustomEventStore } from './store.ts';

export type CustomEventKit = {
  db: Database;
  clock: Clock;
  access: Access;
  /** The key of a registered device by its id. */
  keyOf: (id: string) => number | undefined;
};

const WAITING_LIMIT = 10_000;
const PAGE = 200;
const CHUNK = 500;
const HOUR_MS = 3_600_000;
const WAITING = 'waiting for footage download';

const taskOf = (wish: StoredWish): CustomEventTask => ({
  id: wish.id,
  deviceid: wish.deviceId,
  start: wish.startMs,
  end: wish.endMs,
  downloadplan: [...wish.channels],
  streamtype: [...wish.mainChannels],
  audioout: wish.audio,
  username: wish.userName,
  time: wish.createdMs,
  state: 'waiting',
  message: WAITING,
});

const checkSpan = (start: number, end: number, channels: readonly number[]): void => {
  if (start > end) throw new AppError('invalid', 'Start Time > End Time');
  if (end - start > MAX_CUSTOM_HOURS * HOUR_MS)
    throw new AppError('invalid', `A custom event spans at most ${MAX_CUSTOM_HOURS} hours.`);
  if (channels.length === 0) throw new AppError('invalid', 'Choose a download channel.');
};

/** The newest tasks the caller may see. */
const visibleTasks = async (store: CustomEventStore, sees: (wish: StoredWish) => boolean, before: number) => {
  const tasks: CustomEventTask[] = [];
  for (let below = before; tasks.length < PAGE;) {
    const chunk = await store.read(below, CHUNK);
    tasks.push(...chunk.filter(sees).map(taskOf));
    const last = chunk.at(-1);
    if (last === undefined || chunk.length < CHUNK) break;
    below = last.id;
  }
  return tasks.slice(0, PAGE);
};

export const customEventCalls = ({ db, clock, access, keyOf }: CustomEventKit): CallHandler[] => {
  const store = createCustomEventStore(db);
  const keyFor = (caller: Caller, id: string): number => {
    const key = keyOf(id);
    if (key === undefined || !access.maySee(caller, key)) throw new AppError('not_found', `Unknown device ${id}`);
    return key;
  };
  return [
    handle(postCustomEvent, async (caller, input) => {
      checkSpan(input.start, input.end, input.downloadplan);
      const devices = input.deviceid.map((id) => ({ deviceId: id, deviceKey: keyFor(caller, id) }));
      if ((await store.waiting()) + devices.length > WAITING_LIMIT)
        throw new AppError('limit_reached', `${WAITING_LIMIT} custom events are waiting already.`);
      const { start, end, downloadplan, streamtype, audioout } = input;
      const footage = { startMs: start, endMs: end, channels: downloadplan, mainChannels: streamtype, audio: audioout };
      const by = { userName: caller.userName, createdMs: clock.now() };
      await store.add(devices.map((device) => ({ ...device, ...footage, ...by })));
      return { hasError: 0 as const, message: 'Success' };
    }),
    handle(getCustomEvents, (caller, { before }) =>
      visibleTasks(store, ({ deviceKey }) => access.maySee(caller, deviceKey), before ?? Number.MAX_SAFE_INTEGER),
    ),
  ];
};

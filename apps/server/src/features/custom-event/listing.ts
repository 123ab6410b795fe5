// Tasks as events of the list: what the store of tasks is told is told to the list as well. A task stands in its own table first; what a
// kill cuts off is told at the next start.
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';
import { InTurn } from '../../kernel/work/in-turn.ts';
import type { CustomEventStore, Standing, StoredRequest, WantedFootage } from './store.ts';

/** So many are told once more at a start. */
const RECENT = 500;
/** What could not be told is tried again this often. */
const AGAIN_MS = 10_000;

type Task = WantedFootage & { id: number };
export type ListedTasks = {
  list(task: Task): Promise<void>;
  progress(task: Task, now: { completed: boolean; tried: boolean }): Promise<void>;
};

/** A try ends with one of these, and with 'waiting' where it comes to nothing for now. */
const isTried = ({ state, progress, footage }: Standing): boolean =>
  ['done', 'partial', 'failed'].includes(state) || (state === 'waiting' && (progress > 0 || footage.length > 0));

export type ListingKit = { store: CustomEventStore; listed: ListedTasks; clock: Clock; log: Log };
export type Listing = {
  /** What it is told is told to the list as well, at once or as soon as it can be stored. */
  store: CustomEventStore;
  /** Gives the tasks that are not over, which are all listed then; and tells in its own time how the newest stand. At the start. */
  begin(limit: number): Promise<StoredRequest[]>;
  close(): Promise<void>;
};

/** Tells the list of tasks, again until it takes it. */
const createTelling = ({ store, listed, log }: Omit<ListingKit, 'clock'>) => {
  /** A task is read and told before the next: the older state of one never comes behind the newer. */
  const turn = new InTurn();
  /** What could not be told. `isNew`: it is not in the list yet. */
  const untold = new Map<number, { isNew: boolean }>();
  const tell = (id: number, { isNew = false, counts = true } = {}): Promise<void> =>
    turn.run(async () => {
      const task = await store.find(id);
      if (task === undefined) return;
      if (isNew) await listed.list(task);
      await listed.progress(task, { completed: task.state === 'done', tried: counts && isTried(task) });
    });
  return {
    tell,
    owes: (): boolean => untold.size > 0,
    owe(id: number, isNew: boolean, err: unknown): void {
      if (untold.size === 0) log.error('custom events not listed, tried again', { id, err });
      untold.set(id, { isNew: isNew || untold.get(id)?.isNew === true });
    },
    /** Stops at the first that fails again. Never rejects. */
    async again(goesOn: () => boolean): Promise<void> {
      for (const [id, { isNew }] of untold) {
        if (!goesOn()) return;
        try {
          // oxlint-disable-next-line no-await-in-loop -- one connection of the database
          await tell(id, { isNew });
          untold.delete(id);
        } catch {
          return;
        }
      }
    },
  };
};

export const listingStore = (kit: ListingKit): Listing => {
  const { store, listed, clock, log } = kit;
  const telling = createTelling(kit);
  /** The newest are to be told as after a start. */
  let behind = false;
  let closed = false;
  /** Never rejects. */
  const tellNewest = async (): Promise<void> => {
    try {
      for (const { id } of await store.read(Number.MAX_SAFE_INTEGER, RECENT)) {
        if (closed) return;
        await telling.tell(id, { counts: false });
        await nextTurn();
      }
      behind = false;
    } catch (err) {
      log.error('how custom events stand is not listed, tried again', { err });
    }
  };
  let working: Promise<void> | null = null;
  const work = (action: () => Promise<void>): void => {
    working ??= action().finally(() => (working = null));
  };
  const timer = clock.every(AGAIN_MS, () => {
    if (behind) work(tellNewest);
    else if (telling.owes()) work(() => telling.again(() => !closed));
  });
  return {
    store: {
      ...store,
      async add(requests) {
        const ids = await store.add(requests);
        for (const [i, request] of requests.entries()) {
          const id = ids[i] ?? 0;
          await listed.list({ ...request, id }).catch((err: unknown) => telling.owe(id, true, err));
        }
        return ids;
      },
      async update(id, ...now) {
        await store.update(id, ...now);
        await telling.tell(id).catch((err: unknown) => telling.owe(id, false, err));
      },
    },
    async begin(limit) {
      const unfinished = await store.unfinished(limit);
      for (const task of unfinished) await listed.list(task); // a kill may have come between a task and its event
      behind = true;
      work(tellNewest);
      return unfinished;
    },
    async close() {
      closed = true;
      timer.cancel();
      await working;
    },
  };
};

// Tasks as events of the list: what the store of tasks is told is told to the list as well. A task stands in its own table first; what a
// kill cuts off is told at the next start.
import type { CustomEventStore, Standing, StoredRequest, WantedFootage } from './store.ts';

type Task = WantedFootage & { id: number };
export type ListedTasks = {
  list(task: Task): Promise<void>;
  progress(task: Task, now: { completed: boolean; tried: boolean }): Promise<void>;
};

/** A try ends with one of these, and with 'waiting' where it comes to nothing for now. */
const isTried = ({ state, progress, footage }: Standing): boolean =>
  ['done', 'partial', 'failed'].includes(state) || (state === 'waiting' && (progress > 0 || footage.length > 0));

export const listingStore = (store: CustomEventStore, listed: ListedTasks): CustomEventStore => {
  const tell = async (task: StoredRequest | undefined): Promise<void> => {
    if (task === undefined) return;
    await listed.progress(task, { completed: task.state === 'done', tried: isTried(task) });
  };
  return {
    ...store,
    async add(requests) {
      const ids = await store.add(requests);
      for (const [i, request] of requests.entries()) await listed.list({ ...request, id: ids[i] ?? 0 });
      return ids;
    },
    async update(id, ...now) {
      await store.update(id, ...now);
      await tell(await store.find(id));
    },
  };
};

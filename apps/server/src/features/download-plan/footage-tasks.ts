// Footage of plans as tasks of the server: what is still to be fetched, and what the newest came to.
import type { FootageTask, FootageTasks } from '../remote-playback/index.ts';
import type { DownloadPlanStore, PlannedFetch } from './store.ts';

export const taskName = (id: number): string => `plan-${id}`;

const taskOf = (fetch: PlannedFetch): FootageTask => ({
  ...fetch,
  id: taskName(fetch.id),
  state: fetch.state === 'partial' ? 'done' : fetch.state,
});

export const footageTasks = async (
  store: Pick<DownloadPlanStore, 'open' | 'newest' | 'openFootage'>,
  limit: number,
): Promise<FootageTasks> => {
  const [open, ...found] = await Promise.all([store.openFootage(), store.open(limit), store.newest(limit)]);
  const byId = new Map(found.flat().map((fetch) => [fetch.id, fetch]));
  return { open, tasks: [...byId.values()].filter(({ kind }) => kind === 'footage').map(taskOf) };
};

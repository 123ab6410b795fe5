// A task that somebody ends or begins again while it may be fetched.
import type { Executor } from './executor.ts';
import type { Standing, StoredRequest } from './store.ts';

export const isOpen = ({ state }: Standing): boolean => state === 'waiting' || state === 'fetching';

/** Ends what is done for a task, and stores how it stands then. Where that fails the task goes on as it stood. */
export const dropAnd = async (
  executor: Pick<Executor, 'add' | 'drop'>,
  request: StoredRequest,
  write: () => Promise<void>,
): Promise<void> => {
  await executor.drop(request.id);
  try {
    await write();
  } catch (error) {
    if (isOpen(request)) executor.add([request]);
    throw error;
  }
};

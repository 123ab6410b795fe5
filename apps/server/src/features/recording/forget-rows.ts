// Forgets what the index says of recordings that are gone, step by step.
import type { Clock } from '../../kernel/clock.ts';
import { forgetInSteps } from '../../kernel/storage/forget.ts';
import type { RecordingStore } from './store.ts';
import { BEFORE_ALL } from './store/forgetting.ts';

type ForgetRowsKit = { clock: Pick<Clock, 'monotonic'>; store: Pick<RecordingStore, 'forgetRetired'> };

/** Rows of what ended before (UTC ms); gives how many went. */
export const forgetRows = async (
  { clock, store }: ForgetRowsKit,
  beforeMs: number,
  goesOn: () => boolean,
): Promise<number> => {
  let [after, gone] = [BEFORE_ALL, 0];
  await forgetInSteps(
    clock,
    async (limit) => {
      const step = await store.forgetRetired(beforeMs, after, limit);
      after = step.last;
      gone += step.gone;
      return step.looked;
    },
    goesOn,
  );
  return gone;
};

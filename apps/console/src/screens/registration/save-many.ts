// The same for many devices, a few at a time.
import { d02Remove, d04ChangeDevice, type InputOf } from '@outrider/contract';
import { live } from '../../live/index.ts';
import { refusalText } from '../../lib/refusals.ts';

export type Changes = InputOf<typeof d04ChangeDevice>['Z'];
export type Outcome = { saved: number; failed: readonly { id: string; reason: string }[] };

/** So many wait for an answer: the server takes 200 commands a second of one console. */
const AT_ONCE = 8;

/** Goes on where one fails. `told` hears how many are done. */
const forMany = async (
  ids: readonly string[],
  ask: (id: string) => Promise<unknown>,
  told: (done: number) => void,
): Promise<Outcome> => {
  const failed: { id: string; reason: string }[] = [];
  const waiting = ids.values();
  let done = 0;
  const work = async (): Promise<void> => {
    for (const id of waiting) {
      try {
        await ask(id);
      } catch (error) {
        failed.push({ id, reason: error instanceof Error ? refusalText(error) : String(error) });
      }
      done += 1;
      told(done);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return { saved: ids.length - failed.length, failed };
};

export const saveMany = (ids: readonly string[], changes: Changes, told: (done: number) => void): Promise<Outcome> =>
  forMany(ids, (I) => live().connection.ask(d04ChangeDevice, { I, Z: changes }), told);

/** What they sent stays until its time is over. */
export const removeMany = (ids: readonly string[], told: (done: number) => void): Promise<Outcome> =>
  forMany(ids, (I) => live().connection.ask(d02Remove, { I }), told);

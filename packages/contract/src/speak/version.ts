// When a record that people edit was changed last: what a list or a load says of it, what an editor sends back, and the refusal (409) for
// one who saves over a change that he has not seen.
import { z } from 'zod';
import { AppError } from './errors.ts';
import { wireSeconds } from './wire.ts';

/** When the record was changed last, and its version: each change gives a later one. 0: nobody has changed it yet. */
export const updatetime = wireSeconds;
/** Of a save: the `updatetime` that the editor saw. Without it the save is not compared with anything. */
export const seenUpdatetime = { updatetime: updatetime.optional() };

/** What answers a save with another `updatetime` than the record has: who changed it, when, and what a save would find now. */
export const changed = z.object({
  updatetime,
  /** The account, or 'command line'. */
  updateby: z.string(),
  /** In the form of the save's input; secrets are masks. */
  present: z.record(z.string(), z.unknown()),
});
export type Changed = z.output<typeof changed>;

/** The letter under which the answer R 409 of a main-channel command carries it. */
export const CHANGED_LETTER = 'X';

/** A `conflict` because of somebody else's change. `present` is in wire form. */
export class ChangedError extends AppError {
  readonly changed: Changed;
  constructor(found: Changed) {
    super('conflict', `${found.updateby} changed this in the meantime.`);
    this.name = 'ChangedError';
    this.changed = found;
  }
}

// How a delivery fails, as far as that decides what comes next: for good, for this one alone, or (any other error) for the whole lane.
import { AppError } from '../../kernel/errors.ts';

/** Thrown by a kind: trying again would change nothing. */
export class RefusedForGoodError extends Error {}

/** Thrown by a kind: this one was not taken now, and the others of its lane may be. `left`: what of the payload is still to be delivered. */
export class NotTakenError extends Error {
  readonly left: unknown;

  constructor(text: string, left?: unknown) {
    super(text);
    this.left = left;
  }
}

/** Statuses of 400 to 499 that may be others tomorrow: who may, what is there, how much at once. */
const MAY_CHANGE = new Set([401, 403, 404, 408, 425, 429]);

/** Throws what the status of an answer comes to. `isAway`: a peer that answers so takes nothing else now either. */
export const assertTaken = (status: number, text: string, isAway: (status: number) => boolean): void => {
  if (status >= 200 && status < 300) return;
  if (status >= 400 && status < 500 && !MAY_CHANGE.has(status)) throw new RefusedForGoodError(text);
  throw isAway(status) ? new AppError('unavailable', text) : new NotTakenError(text);
};

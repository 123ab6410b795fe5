// For tests: lets the event loop turn until something holds, and counts its turns. Sockets need turns, not time, so a busy machine changes
// nothing.
import type { TestContext } from 'node:test';
import { setImmediate } from 'node:timers/promises';

/** Several seconds of a loop that has nothing else to do. */
const TURNS_AT_MOST = 10_000_000;

/** Resolves in the first turn in which `holds` says so; rejects with `what` when that is never. */
export const turnsUntil = async (what: string, holds: () => boolean): Promise<void> => {
  for (let turn = 0; !holds(); turn += 1) {
    if (turn === TURNS_AT_MOST) throw new Error(`never came: ${what}`);
    await setImmediate();
  }
};

/** Gives how many turns others have had since, until the end of the test. */
export const othersTurns = (t: TestContext): (() => number) => {
  const counted = { turns: 0, over: false };
  t.after(() => (counted.over = true));
  const count = async (): Promise<void> => {
    for (; !counted.over; counted.turns += 1) await setImmediate();
  };
  void count();
  return () => counted.turns;
};

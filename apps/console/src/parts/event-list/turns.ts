// Saves of the same event go one after the other: each says which version it saw, and one that is still on its way makes another. Pure.
import type { EventRow } from './rows.ts';

type Turn = {
  /** Nothing but these saves lies between the two versions. */
  from: number;
  to: number;
  last: Promise<unknown>;
};
/** By the number of an event, for as long as something of it is being saved. */
export type Turns = Map<number, Turn>;

/** The version to say for an edit that saw `seen`: an edit of this page between is no change by somebody else. */
const versionIn = (turn: Turn, seen: number): number => {
  if (seen > turn.to) [turn.from, turn.to] = [seen, seen];
  return seen < turn.from ? seen : turn.to;
};

/** `save` gives the version that it made. Rejects with its reason. */
export const inTurn = async (
  turns: Turns,
  { serialno, updatetime }: Pick<EventRow, 'serialno' | 'updatetime'>,
  save: (version: number) => Promise<number>,
): Promise<void> => {
  const turn = turns.get(serialno) ?? { from: updatetime, to: updatetime, last: Promise.resolve() };
  turns.set(serialno, turn);
  const own = turn.last.then(async () => {
    turn.to = await save(versionIn(turn, updatetime));
  });
  const last = own.catch(() => undefined); // the next one has its own outcome
  turn.last = last;
  try {
    await own;
  } finally {
    if (turn.last === last) turns.delete(serialno);
  }
};

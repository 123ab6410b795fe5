// Drives and stops, made of the steps of a cleaned track. Pure.
import { STOP_FROM_S, type Trip } from '@outrider/contract';
import { clipStep, type Place, type Step } from './cleaning.ts';

/** A drive or a stand so far; metres and unix seconds. */
type Piece = {
  drives: boolean;
  from: number;
  to: number;
  metres: number;
  idle: number;
  maxSpeed: number;
  overCount: number;
  start: Place;
  end: Place;
};

/** A shorter way between two stops is a receiver's or a driver's manoeuvre in the yard. */
const DRIVE_FROM_M = 50;

const pieceOf = (step: Step, before: Step | undefined, limitKmh: number): Piece => {
  const wasOver = before !== undefined && before.from < before.to && before.speedKmh >= limitKmh;
  return {
    drives: step.kind === 'drive' || (step.kind === 'silent' && step.metres > 0),
    from: step.from,
    to: step.to,
    metres: step.metres,
    idle: step.kind === 'idle' ? step.to - step.from : 0,
    maxSpeed: Math.max(step.speedKmh, step.endSpeedKmh),
    overCount: step.speedKmh >= limitKmh && !wasOver ? 1 : 0,
    start: step.start,
    end: step.end,
  };
};

const joined = (a: Piece, b: Piece, drives: boolean): Piece => ({
  drives,
  from: a.from,
  to: b.to,
  metres: a.metres + b.metres,
  idle: a.idle + b.idle,
  maxSpeed: Math.max(a.maxSpeed, b.maxSpeed),
  overCount: a.overCount + b.overCount,
  start: a.start,
  end: b.end,
});

/** Does nothing lie between them? Over a hole nobody knows what it did. */
const touch = (a: Piece | undefined, b: Piece | undefined): boolean =>
  a !== undefined && b !== undefined && a.to === b.from;

/** Joins neighbours of one kind after `kindOf` has judged them. */
const join = (pieces: readonly Piece[], kindOf: (piece: Piece, at: number) => boolean): Piece[] => {
  const found: Piece[] = [];
  for (const [i, piece] of pieces.entries()) {
    const drives = kindOf(piece, i);
    const last = found.at(-1);
    if (last?.drives === drives && touch(last, piece)) found[found.length - 1] = joined(last, piece, drives);
    else found.push({ ...piece, drives });
  }
  return found;
};

const tripOf = (piece: Piece): Trip => ({
  kind: piece.drives ? 'drive' : 'stop',
  starttime: piece.from * 1000,
  endtime: piece.to * 1000,
  distance: piece.drives ? Math.round(piece.metres * 1000) : 0,
  idletime: piece.idle,
  maxspeed: piece.drives ? piece.maxSpeed : 0,
  overspeedcount: piece.overCount,
  from: piece.start,
  to: piece.drives ? piece.end : piece.start,
});

/** Drives and stops from `from` up to `to` (unix seconds), oldest first. */
export const tripsOf = (steps: readonly Step[], from: number, to: number, limitKmh: number): Trip[] => {
  const pieces = steps.flatMap((step, i) => {
    const part = clipStep(step, from, to);
    return part === undefined || part.from === part.to ? [] : [pieceOf(part, steps[i - 1], limitKmh)];
  });
  const runs = join(pieces, ({ drives }) => drives);
  // A short stand belongs to the drive around it; at the edge of the span or of a hole it may be the end of a longer one.
  const isAmid = (run: Piece, i: number): boolean => touch(runs[i - 1], run) && touch(run, runs[i + 1]);
  const drives = join(runs, (run, i) => run.drives || (run.to - run.from < STOP_FROM_S && isAmid(run, i)));
  return join(drives, (run) => run.drives && run.metres >= DRIVE_FROM_M).map(tripOf);
};

// Hands positions on and answers when they are on disk. No answer when they cannot be stored: the device keeps and repeats them. Many of
// them are read and handed on in pieces, others having their turn in between.
import { GENERAL_RESULT } from '@outrider/jt808';
import type { Clock } from '../../../kernel/clock.ts';
import type { Position } from '../../../kernel/topics.ts';
import { InTurn } from '../../../kernel/work/in-turn.ts';
import { Pace } from '../../../kernel/work/pace.ts';
import { readPosition } from '../../position.ts';
import type { Jt808Connection } from '../connection.ts';
import type { Message } from '../message.ts';

/** Read and handed on at once, in a millisecond or two. A message that is not split has fewer. */
const PIECE = 200;

/** Pieces of all links, one after the other: many links that bring a backlog at once hold nothing up either. */
const allPieces = new InTurn();
/**
 * Of links that brought more than a piece at once. What comes behind that waits for its turn, so that positions stay in their order. A link
 * that ends meanwhile takes nothing away: what came whole is stored, and nobody is answered.
 */
const turns = new WeakMap<Jt808Connection, InTurn>();

type Read = (bodies: readonly Uint8Array[]) => readonly Position[];
type Store = (positions: readonly Position[]) => Promise<void>;
type Piece = () => readonly Position[];

/**
 * Few bodies are read now: what waits for the disk holds neither them nor the bytes that came with them. More than that are a split message,
 * whose body is nobody else's.
 */
const piecesOf = (bodies: readonly Uint8Array[], read: Read): Piece[] => {
  if (bodies.length <= PIECE) {
    const positions = read(bodies);
    return [() => positions];
  }
  const pieces: Piece[] = [];
  for (let at = 0; at < bodies.length; at += PIECE) {
    const some = bodies.slice(at, at + PIECE);
    pieces.push(() => read(some));
  }
  return pieces;
};

/** The turn that these positions wait for, and others for behind them; undefined: there is none to wait for. */
const turnOf = (connection: Jt808Connection, isLong: boolean): InTurn | undefined => {
  const known = turns.get(connection);
  if (known !== undefined || !isLong) return known;
  const turn = new InTurn();
  turns.set(connection, turn);
  return turn;
};

/** Gives what becomes of each, when the last one is handed on. Behind one that could not be stored no more are. */
const handOn = async (clock: Pick<Clock, 'monotonic'>, pieces: readonly Piece[], store: Store) => {
  const pace = new Pace(clock);
  const handed: Promise<void>[] = [];
  const state = { hasFailed: false };
  for (const piece of pieces) {
    if (state.hasFailed) break;
    // oxlint-disable-next-line no-await-in-loop -- in their order
    await allPieces.run(async () => {
      const stored = store(piece());
      stored.catch(() => (state.hasFailed = true)); // heard at once: it may fail while the rest is being read
      handed.push(stored);
      await pace.rest();
    });
  }
  return handed;
};

/** Resolves when all are on disk. */
const storeInTurn = async (turn: InTurn, handing: () => Promise<Promise<void>[]>): Promise<void> => {
  await Promise.all(await turn.run(handing));
};

/** `bodies` are 0x0200 bodies of at least 28 bytes. Throws DecodeError for a shorter one, before anything is handed on. */
export const storePositions = (
  connection: Jt808Connection,
  message: Message,
  bodies: readonly Uint8Array[],
  replayed: boolean,
): void => {
  const { accepted, kit } = connection;
  if (accepted === null) return; // dispatch lets nobody in before authentication
  const { header, lastPart } = message;
  if (connection.isOverfull(header)) return;
  const receivedMs = kit.clock.now();
  const pieces = piecesOf(bodies, (some) =>
    some.map((body) => readPosition(body, accepted.utcOffsetMinutes, receivedMs, replayed)),
  );
  const store: Store = (positions) => {
    kit.counters.positions += positions.length;
    return kit.positions.store(accepted.deviceKey, accepted.deviceId, positions);
  };
  const count = bodies.length;
  const weight = Math.ceil(count / PIECE);
  connection.countUnstored(weight);
  const began = kit.reports?.began() ?? 0;
  const turn = turnOf(connection, pieces.length > 1);
  const stored =
    turn === undefined
      ? store(pieces.flatMap((only) => only()))
      : storeInTurn(turn, () => handOn(kit.clock, pieces, store));
  stored.then(
    () => {
      connection.countUnstored(-weight);
      kit.reports?.ended(began);
      connection.answerWhole({ header, lastPart }, GENERAL_RESULT.done);
    },
    (error: unknown) => {
      connection.countUnstored(-weight);
      connection.forgetParts(header);
      kit.log.warn('positions not stored, no answer sent', { deviceId: accepted.deviceId, count, err: error });
    },
  );
};

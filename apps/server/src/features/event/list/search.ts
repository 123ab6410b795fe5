// From what is asked of the list of events to how its table is walked: in steps of bounded size, so that neither a quiet group in a loud
// fleet nor a month of events holds up the main thread.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { AppError, type InputOf, MAX_EVENTS_FOUND, MAX_EVENTS_OF_DAY, type postEventQuery } from '@outrider/contract';
import type { EventListStore, ListFilter, ListRow, Place, Walk } from './store.ts';

export type Asked = Omit<InputOf<typeof postEventQuery>, 'deviceid' | 'groupid' | 'username' | 'password'>;
/** Whose events, and how far back. `deviceKeys` missing: of all devices. */
export type Sight = { deviceKeys?: readonly number[]; sinceMs: number };
export type Search = { filter: ListFilter; walk: Walk; from: Place; to: Place; limit: number; exact: boolean };

const DAY_MS = 86_400_000;
const SECOND_MS = 1000;
const LAST: Place = { value: Number.MAX_SAFE_INTEGER, serialno: Number.MAX_SAFE_INTEGER };

const utcOf = (text: string, zoneSeconds: number): number =>
  Date.parse(`${text.replace(' ', 'T')}Z`) - zoneSeconds * SECOND_MS;

const spanOf = ({ date, afterDate, beforeDate, afterTime, timeZone = 0 }: Asked, sinceMs: number) => {
  const dayMs = date === undefined ? undefined : utcOf(`${date} 00:00:00`, timeZone);
  const begins = [dayMs, afterDate === undefined ? undefined : utcOf(afterDate, timeZone), afterTime, sinceMs];
  const ends = [
    dayMs === undefined ? undefined : dayMs + DAY_MS - 1,
    beforeDate === undefined ? undefined : utcOf(beforeDate, timeZone) + SECOND_MS - 1,
  ].filter((ms) => ms !== undefined);
  const fromMs = Math.max(...begins.filter((ms) => ms !== undefined));
  const toMs = ends.length === 0 ? undefined : Math.min(...ends);
  if (afterDate !== undefined && beforeDate !== undefined && afterDate > beforeDate)
    throw new AppError('invalid', 'Start Time > End Time');
  return { fromMs, ...(toMs !== undefined && { toMs }) };
};

const isOfDay = ({ afterTime, serialno, afterSerialno, beforeSerialno, desc }: Asked): boolean =>
  afterTime !== undefined &&
  [serialno, afterSerialno, beforeSerialno].every((number) => number === undefined) &&
  desc === undefined;

/** `settledMs`: what changed from there on is not answered yet, where changes are asked for again. */
export type Now = { nowMs: number; settledMs: number };

/** Throws AppError for a span that ends before it begins. */
export const searchOf = (asked: Asked, { deviceKeys, sinceMs }: Sight, { nowMs, settledMs }: Now): Search => {
  const { afterUpdatetime, appdevids, hasSnapshot, serialno, afterSerialno = 0, beforeSerialno, desc = false } = asked;
  const isFollowed = afterUpdatetime !== undefined || isOfDay(asked);
  const span = spanOf(asked, sinceMs);
  // What is said to be still further ahead was received while the server's own clock was.
  const endMs = Math.min(span.toMs ?? Infinity, nowMs + DAY_MS);
  const filter: ListFilter = {
    ...(isFollowed && { updatedBeforeMs: settledMs }),
    ...span,
    ...(isOfDay(asked) && { toMs: endMs }),
    ...(afterUpdatetime !== undefined && { updatedFromMs: afterUpdatetime }),
    ...(deviceKeys && { deviceKeys }),
    ...(appdevids !== undefined && appdevids.length > 0 && { codes: appdevids }),
    ...(hasSnapshot !== undefined && { hasSnapshot }),
  };
  const { fromMs = 0 } = filter;
  if (afterUpdatetime !== undefined && isOfDay(asked))
    return {
      filter,
      walk: { axis: 'updatedMs', falling: false },
      from: { value: afterUpdatetime, serialno: 0 },
      to: LAST,
      limit: MAX_EVENTS_OF_DAY,
      exact: false,
    };
  if (isOfDay(asked))
    return {
      filter,
      walk: { axis: 'momentMs', falling: true },
      from: { value: endMs, serialno: LAST.serialno },
      to: { value: fromMs, serialno: 0 },
      limit: MAX_EVENTS_OF_DAY,
      exact: true,
    };
  const below = serialno === undefined ? (beforeSerialno ?? LAST.serialno) : serialno + 1;
  const above = serialno === undefined ? afterSerialno : serialno - 1;
  const [low, high] = [
    { value: above, serialno: above },
    { value: below, serialno: below },
  ];
  const [from, to] = desc ? [high, low] : [low, high];
  return { filter, walk: { axis: 'serialno', falling: desc }, from, to, limit: MAX_EVENTS_FOUND, exact: true };
};

/** Entries looked at, and rows read, in one turn of the event loop. */
const ENTRIES = 2000;
const ROWS = 100;
/** More keys than that take longer to read, in a statement, than the rows of other devices do. */
const KEYS_IN_SQL = 1000;

const secondOf = ({ updatedMs }: ListRow): number => Math.floor(updatedMs / SECOND_MS);

/** Serial numbers at the end are left out, moments are not. */
const isOver = ({ axis, falling }: Walk, value: number, to: Place): boolean => {
  if (axis === 'serialno') return falling ? value <= to.serialno : value >= to.serialno;
  return falling ? value < to.value : value > to.value;
};

/** Behind everything with this value. */
const behind = ({ axis, falling }: Walk, value: number): Place => {
  if (axis === 'serialno') return { value, serialno: value };
  return falling ? { value: value - 1, serialno: LAST.serialno } : { value: value + 1, serialno: 0 };
};

/** Rows of other devices are left out by the database, or here where they are few: the walk goes on until its page is full either way. */
const narrowed = ({ deviceKeys, ...filter }: ListFilter): { filter: ListFilter; isOwn: (row: ListRow) => boolean } => {
  if (deviceKeys === undefined) return { filter, isOwn: () => true };
  if (deviceKeys.length <= KEYS_IN_SQL) return { filter: { ...filter, deviceKeys }, isOwn: () => true };
  const own = new Set(deviceKeys);
  return { filter, isOwn: ({ deviceKey }) => own.has(deviceKey) };
};

/**
 * The rows of a search in the order of its walk, some at a time, with a turn for others after each. A list of changes ends with a whole
 * second: what follows is asked for from the next one.
 */
export async function* walkEvents(
  store: Pick<EventListStore, 'window' | 'edge'>,
  { filter: asked, walk, from: begin, to, limit, exact }: Search,
): AsyncGenerator<ListRow[]> {
  const { filter, isOwn } = narrowed(asked);
  let [from, found, second] = [begin, 0, Number.NaN];
  for (;;) {
    const edge = await store.edge(walk, from, ENTRIES);
    for (let full = true; full;) {
      const most = exact ? Math.min(ROWS, limit - found) : ROWS;
      const read = await store.window(filter, walk, { from, edge }, most);
      const rows: ListRow[] = [];
      let over = false;
      for (const row of read) {
        if (isOver(walk, row[walk.axis], to) || (found >= limit && (exact || secondOf(row) !== second))) {
          over = true;
          break;
        }
        if (!isOwn(row)) continue;
        rows.push(row);
        found += 1;
        second = secondOf(row);
      }
      if (rows.length > 0) yield rows;
      if (over || (exact && found >= limit)) return;
      const last = read.at(-1);
      if (last !== undefined) from = { value: last[walk.axis], serialno: last.serialno };
      full = read.length === most;
      await nextTurn();
    }
    if (edge === undefined || isOver(walk, edge, to)) return;
    from = behind(walk, edge);
  }
}

type Between = {
  deviceKeys: readonly number[];
  codes: readonly number[] | undefined;
  fromMs: number;
  /** Not included. */
  toMs: number;
};

/** All events of some devices between two moments, the oldest first, as `walkEvents` gives them. */
export const walkBetween = (
  store: Pick<EventListStore, 'window' | 'edge'>,
  { deviceKeys, codes, fromMs, toMs }: Between,
): AsyncGenerator<ListRow[]> =>
  walkEvents(store, {
    filter: { fromMs, toMs: toMs - 1, deviceKeys, ...(codes && { codes }) },
    walk: { axis: 'momentMs', falling: false },
    from: { value: fromMs, serialno: 0 },
    to: { value: toMs - 1, serialno: LAST.serialno },
    limit: Infinity,
    exact: true,
  });

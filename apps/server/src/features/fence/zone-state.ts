// Who is inside of a zone, fix by fix, in device time. Pure: what was known of one device and one zone, its next fix, what changed.
import type { Where } from './zone-shape.ts';

export type ZoneKind = 'fence' | 'route';

/** Degrees, km/h, UTC ms of the device. */
export type ZoneFix = {
  timeMs: number;
  receivedMs: number;
  lat: number;
  lng: number;
  speedKmh: number;
  /** The device kept it back while it had no network. */
  replayed: boolean;
  /** Newer ones are known. */
  late: boolean;
};

/** A crossing that is not sure yet: the first fix on the other side, how many there were, and when the last of them was. */
type Pending = { to: boolean; first: ZoneFix; count: number; lastMs: number };
/** near: too near to the rim to tell, of a device that was first seen there. */
type Side = 'in' | 'out' | 'near';

/** `told`: of one that was found at a later moment first, when that was, and the fix that it has its time from by now. */
type Past = { ms: number; inside: boolean; told?: { ms: number; fix: ZoneFix } };

/**
 * `past`: the newest crossings in device time, rising; `base`: where it was before them. A fix of a dead zone is judged by what was at
 * its time, and what is found so stands between the crossings of before and after.
 */
export type ZoneState = {
  base: Side;
  past: readonly Past[];
  /** Of fixes as they come, and of those that are late. */
  live?: Pending;
  late?: Pending;
};

/** `fix`: the first on the other side. `overMs`: when it was taken back, where that is known already. */
export type Crossing = { inside: boolean; fix: ZoneFix; overMs: number | null };
export type ZoneStep = { state: ZoneState; crossings: readonly Crossing[] };

export const OUTSIDE: ZoneState = { base: 'out', past: [] };

const REMEMBERED_CROSSINGS = 8;
/** Leaving a fence counts after two fixes, or so long. */
const SURE_FIXES = 2;
const SURE_MS = 15_000;
/** A route is left for so long before anybody is told. */
const OFF_ROUTE_MS = 30_000;
/** Who stands near the rim is inside after so long: GPS wanders out again before. */
const STANDING_MS = 60_000;
const MOVING_KMH = 5;

const sideOf = ({ at }: Where): Side => (at === 'rim' ? 'near' : at);
/** The first fix of a device says silently where it is. */
export const firstSeen = (where: Where): ZoneState => ({ base: sideOf(where), past: [] });

/** Nothing that would have to be kept. */
export const isOutside = ({ base, past, live, late }: ZoneState): boolean =>
  base === 'out' && past.length === 0 && live === undefined && late === undefined;

/** It has to be looked at wherever the device is. */
export const isHeld = (state: ZoneState): boolean =>
  state.live !== undefined || state.late !== undefined || (state.past.at(-1)?.inside ?? state.base !== 'out');

const lastBefore = ({ past }: ZoneState, ms: number): Past | undefined => past.findLast((each) => each.ms <= ms);

const isSure = (kind: ZoneKind, where: Where, pending: Pending, fix: ZoneFix): boolean => {
  const lastedMs = fix.timeMs - pending.first.timeMs;
  if (!pending.to)
    return kind === 'route' ? lastedMs >= OFF_ROUTE_MS : pending.count >= SURE_FIXES || lastedMs >= SURE_MS;
  if (kind === 'route' || fix.speedKmh >= MOVING_KMH || pending.count >= SURE_FIXES) return true;
  return lastedMs >= (where.deep ? SURE_MS : STANDING_MS);
};

/** What is pending after this fix; undefined: it is where it was. Only what is clearly on the other side counts. */
const pendingAfter = (before: boolean, where: Where, old: Pending | undefined, fix: ZoneFix): Pending | undefined => {
  const isBack = before ? where.at === 'in' : where.at !== 'in';
  if (isBack) return undefined;
  const counts = before ? where.at === 'out' : where.deep;
  if (old === undefined)
    return !before || counts ? { to: !before, first: fix, count: counts ? 1 : 0, lastMs: fix.timeMs } : undefined;
  return counts && fix.timeMs > old.lastMs ? { ...old, count: old.count + 1, lastMs: fix.timeMs } : old;
};

const bounded = (state: ZoneState, past: readonly Past[]): ZoneState => {
  const [oldest] = past;
  if (past.length <= REMEMBERED_CROSSINGS || oldest === undefined) return { ...state, past };
  return bounded({ ...state, base: oldest.inside ? 'in' : 'out' }, past.slice(1));
};

/**
 * With the crossing in its place. One that was found at a later moment already, in the same direction, is this one: it gets its time, and
 * nobody is told again. Unless it was on the other side in between for sure: then there were two, and the one of before is told now.
 */
const withCrossing = (state: ZoneState, inside: boolean, fix: ZoneFix): ZoneStep => {
  const ms = fix.timeMs;
  const found = state.past.findIndex((each) => each.ms > ms);
  const at = found < 0 ? state.past.length : found;
  const [before, next] = [state.past[at - 1], state.past[at]];
  if (next?.inside !== inside) {
    const past = state.past.toSpliced(at, 0, { ms, inside });
    return { state: bounded(state, past), crossings: [{ inside, fix, overMs: next?.ms ?? null }] };
  }
  const told = before?.told;
  if (before === undefined || told === undefined || told.ms <= ms) {
    const same: Past = { ms, inside, told: { ms: next.told?.ms ?? next.ms, fix } };
    return { state: { ...state, past: state.past.with(at, same) }, crossings: [] };
  }
  const between: Past[] = [
    { ms: before.ms, inside: before.inside },
    { ms, inside },
    { ms: told.ms, inside: before.inside },
  ];
  const crossings: Crossing[] = [
    { inside: before.inside, fix: told.fix, overMs: ms },
    { inside, fix, overMs: told.ms },
  ];
  return { state: bounded(state, state.past.toSpliced(at - 1, 1, ...between)), crossings };
};

const withPending = (state: ZoneState, story: 'live' | 'late', pending: Pending | undefined): ZoneState => {
  if (state[story] === pending) return state;
  const { [story]: _, ...rest } = state;
  return pending === undefined ? rest : { ...rest, [story]: pending };
};

/**
 * Crossings that are still to come by the clock of the server as by that of the device were dated by a clock, or in a zone, that was set right
 * since: they are over, and what the last of them says is so before this fix.
 */
const withoutAhead = (state: ZoneState, { timeMs, receivedMs, late, replayed }: ZoneFix): ZoneState => {
  const last = state.past.at(-1);
  if (late || replayed || last === undefined || last.ms <= Math.max(timeMs, receivedMs)) return state;
  const past = state.past.filter(({ ms }) => ms < timeMs);
  const isInside = past.at(-1)?.inside ?? state.base === 'in';
  return bounded(state, isInside === last.inside ? past : [...past, { ms: timeMs - 1, inside: last.inside }]);
};

/** The same state where nothing changed. */
export const stepZone = (kind: ZoneKind, known: ZoneState, where: Where, fix: ZoneFix): ZoneStep => {
  const state = withoutAhead(known, fix);
  const unchanged = (next: ZoneState): ZoneStep => ({ state: next, crossings: [] });
  const story = fix.late ? 'late' : 'live';
  const last = lastBefore(state, fix.timeMs);
  if (last === undefined && state.base === 'near')
    return unchanged(where.at === 'rim' ? state : { ...state, base: sideOf(where) });
  const before = last?.inside ?? state.base === 'in';
  const old = state[story];
  const isStale =
    old !== undefined &&
    (old.to === before || fix.timeMs < old.lastMs || (last !== undefined && old.first.timeMs <= last.ms));
  const pending = pendingAfter(before, where, isStale ? undefined : old, fix);
  if (pending === undefined || !isSure(kind, where, pending, fix)) return unchanged(withPending(state, story, pending));
  return withCrossing(withPending(state, story, undefined), pending.to, pending.first);
};

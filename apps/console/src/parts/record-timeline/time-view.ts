// The span of time that a timeline shows: places of moments, zooming about a moment, panning, all kept within bounds. Pure.

/** Shown from `fromMs` up to `toMs`, UTC. */
export type TimeView = { readonly fromMs: number; readonly toMs: number };

const SHORTEST_VIEW_MS = 60_000;
const HOUR_MS = 3_600_000;
/** 31 days, one of them with the hour that is there twice. */
export const LONGEST_VIEW_MS = 31 * 24 * HOUR_MS + HOUR_MS;

export const lengthOf = ({ fromMs, toMs }: TimeView): number => toMs - fromMs;

/** Pixels from the left edge of a plot `width` wide. */
export const placeOf = (view: TimeView, width: number, ms: number): number =>
  ((ms - view.fromMs) / lengthOf(view)) * width;

/** The moment at a place, in whole milliseconds, within what is shown. */
export const momentAt = (view: TimeView, width: number, place: number): number =>
  Math.round(view.fromMs + (Math.min(Math.max(place, 0), width) / Math.max(width, 1)) * lengthOf(view));

/** The view moved, without another length, so that it lies within `bounds` as far as it fits. */
const within = (view: TimeView, bounds: TimeView): TimeView => {
  const length = lengthOf(view);
  if (length >= lengthOf(bounds)) {
    const fromMs = bounds.fromMs - (length - lengthOf(bounds)) / 2;
    return { fromMs, toMs: fromMs + length };
  }
  const fromMs = Math.min(Math.max(view.fromMs, bounds.fromMs), bounds.toMs - length);
  return { fromMs, toMs: fromMs + length };
};

/** As long as `lengthMs`, but from a minute to 31 days; the moment `aboutMs` keeps its place. */
export const resized = (view: TimeView, lengthMs: number, aboutMs: number, bounds: TimeView): TimeView => {
  const longest = Math.min(LONGEST_VIEW_MS, Math.max(lengthOf(bounds), SHORTEST_VIEW_MS));
  const length = Math.min(Math.max(lengthMs, SHORTEST_VIEW_MS), longest);
  const share = (aboutMs - view.fromMs) / lengthOf(view);
  const fromMs = Math.round(aboutMs - share * length);
  return within({ fromMs, toMs: fromMs + Math.round(length) }, bounds);
};

/** `factor` 2 shows twice as much, 0.5 half. */
export const zoomed = (view: TimeView, factor: number, aboutMs: number, bounds: TimeView): TimeView =>
  resized(view, lengthOf(view) * factor, aboutMs, bounds);

/** Later by `byMs`, earlier below 0. */
export const panned = (view: TimeView, byMs: number, bounds: TimeView): TimeView =>
  within({ fromMs: Math.round(view.fromMs + byMs), toMs: Math.round(view.toMs + byMs) }, bounds);

/** Follows a moment that left the view: it comes to stand at a tenth of its length. The same view while it is in sight. */
export const following = (view: TimeView, ms: number, bounds: TimeView): TimeView =>
  ms >= view.fromMs && ms <= view.toMs ? view : panned(view, ms - lengthOf(view) / 10 - view.fromMs, bounds);

/** How far an arrow key goes: about a two-hundredth of what is shown, in a round number of seconds. */
export const keyStepMs = (view: TimeView): number => {
  const steps = [1, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14_400];
  const wanted = lengthOf(view) / 200_000;
  return (steps.find((seconds) => seconds >= wanted) ?? 14_400) * 1000;
};

/** The local day that holds a moment: 23, 24 or 25 hours long. */
export const dayOf = (ms: number): TimeView => {
  const from = new Date(ms);
  from.setHours(0, 0, 0, 0);
  const to = new Date(from);
  to.setDate(to.getDate() + 1);
  return { fromMs: from.getTime(), toMs: to.getTime() };
};

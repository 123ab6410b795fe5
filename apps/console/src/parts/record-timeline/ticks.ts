// The lines and numbers of a timeline's axis, by the clock on the wall: on a day of 25 hours one hour is written twice, on one of 23
// an hour is left out. And the borders of days. Pure.
import { dayOf, lengthOf, placeOf } from './time-view.ts';
import type { TimeView } from './time-view.ts';

export type Tick = {
  readonly ms: number;
  readonly x: number;
  /** '14:05', '14:05:30'; '' where only the line is drawn. */
  readonly text: string;
};
export type DayBorder = { readonly ms: number; readonly x: number; readonly text: string };

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const steps = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200].map(
  (s) => s * 1000,
);

/** The shortest step whose numbers do not touch, in text of so many times the usual size; undefined when only days fit. */
export const stepFor = (view: TimeView, width: number, scale = 1): number | undefined =>
  steps.find((step) => (step / lengthOf(view)) * width >= (step < MINUTE ? 72 : 56) * scale);

/** The clock on the wall as if it were UTC. */
const wallOffset = (ms: number): number => -new Date(ms).getTimezoneOffset() * MINUTE;

/** The first moment from `ms` on at which the clock on the wall shows a multiple of the step. */
const alignedFrom = (ms: number, step: number): number => {
  const before = wallOffset(ms);
  const first = Math.ceil((ms + before) / step) * step - before;
  const after = wallOffset(first);
  if (after === before) return first;
  // The clocks were changed on the way: what counts is the clock after that.
  if (after < before) return Math.ceil((first + after) / step) * step - after;
  const second = Math.ceil((ms + after) / step) * step - after;
  return second >= ms && wallOffset(second) === after ? second : first;
};

const two = (n: number): string => String(n).padStart(2, '0');

const textOf = (ms: number, step: number): string => {
  const at = new Date(ms);
  const minutes = `${two(at.getHours())}:${two(at.getMinutes())}`;
  return step < MINUTE ? `${minutes}:${two(at.getSeconds())}` : minutes;
};

/** The numbered lines of what is shown; none where only days fit. */
export const ticksOf = (view: TimeView, width: number, scale = 1): readonly Tick[] => {
  const step = stepFor(view, width, scale);
  if (step === undefined || width <= 0) return [];
  const ticks: Tick[] = [];
  const most = Math.ceil(lengthOf(view) / step) + 2;
  let ms = alignedFrom(view.fromMs, step);
  while (ms <= view.toMs && ticks.length <= most) {
    ticks.push({ ms, x: placeOf(view, width, ms), text: textOf(ms, step) });
    ms = alignedFrom(ms + Math.min(step, HOUR), step);
  }
  return ticks;
};

/** The borders of local days within what is shown, and in front of them the day at its left edge. Too many for their words: each nth. */
export const dayBordersOf = (
  view: TimeView,
  width: number,
  textOfDay: (ms: number) => string,
): readonly DayBorder[] => {
  const borders: DayBorder[] = [];
  const every = Math.max(1, Math.ceil(84 / ((DAY / lengthOf(view)) * Math.max(width, 1))));
  let day = dayOf(view.fromMs);
  let count = 0;
  while (day.fromMs < view.toMs && count < 64) {
    const x = placeOf(view, width, day.fromMs);
    const text = count % every === 0 ? textOfDay(day.fromMs) : '';
    borders.push({ ms: day.fromMs, x, text });
    day = dayOf(day.toMs);
    count += 1;
  }
  return withRoom(borders);
};

/** The day at the left edge gives way to the border that comes right after it. */
const withRoom = (borders: readonly DayBorder[]): readonly DayBorder[] => {
  const [first, second, ...rest] = borders;
  if (first === undefined || second === undefined || second.x >= 84) return borders;
  const text = second.text === '' ? first.text : second.text;
  return [
    { ...first, text: '' },
    { ...second, text: second.text === '' && rest.length === 0 ? text : second.text },
    ...rest,
  ];
};

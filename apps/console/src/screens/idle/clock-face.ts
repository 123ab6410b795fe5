// The measures of the idle page's clock. Pure.

const LARGEST = 400;
const MARGIN = 30;

/** Side of the clock in px, from the smaller side of the window. */
export const clockSize = (windowPx: number): number =>
  windowPx < LARGEST + MARGIN ? windowPx - MARGIN : Math.min(windowPx, LARGEST);

export type Hands = { readonly hour: number; readonly minute: number; readonly second: number };

/** Angles of the hands in degrees clockwise from 12, at a time of day like '14:02:31'. */
export const handsAt = (time: string): Hands => {
  const [hours = 0, minutes = 0, seconds = 0] = time.split(':').map(Number);
  return { hour: (hours % 12) * 30 + minutes / 2, minute: minutes * 6 + seconds / 10, second: seconds * 6 };
};

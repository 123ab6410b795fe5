// Keeps a video element near the newest picture of a live stream: pure decision, from what is buffered to what to do.

type Ranges = { readonly length: number; start(i: number): number; end(i: number): number };

/** Further behind than this is jumped over. */
const JUMP_BEHIND = 1.5;
/** Where a jump lands, seconds before the end. */
const MARGIN = 0.2;

export type Follow = {
  /** Seconds between what is shown and the newest picture. */
  readonly behind: number;
  readonly rate: number;
  /** Where to go at once; undefined to go on. */
  readonly jumpTo: number | undefined;
};

/** What to do with an element that shows `currentTime`. `now`: the newest picture is wanted at once. */
export const follow = (buffered: Ranges, currentTime: number, now: boolean): Follow => {
  const last = buffered.length - 1;
  if (last < 0) return { behind: 0, rate: 1, jumpTo: undefined };
  const start = buffered.start(last);
  const end = buffered.end(last);
  const behind = end - currentTime;
  const outside = currentTime < start - 0.001;
  const target = Math.max(start, end - MARGIN);
  if (outside || behind > JUMP_BEHIND || (now && behind > MARGIN))
    return { behind: end - target, rate: 1, jumpTo: target };
  return { behind: Math.max(0, behind), rate: behind > 0.4 ? 1.1 : behind > 0.3 ? 1.04 : 1, jumpTo: undefined };
};

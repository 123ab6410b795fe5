// Decides how the clock of a playback goes on: runs, waits for the slowest channel, jumps over a gap that all have, or is at its end.
// Pure; who measures and who sets clocks is playback-group.ts.

/** A span without recordings of one channel, UTC ms. */
export type Gap = { readonly fromMs: number; readonly toMs: number };

/** How one channel stands, as its worker says. */
export type ChannelProgress = {
  /** The number of the seek these figures belong to. */
  readonly generation: number;
  /** `opening`: nothing is known yet. `out`: no data will come (no record, offline, not decodable): nobody waits for it. */
  readonly stage: 'opening' | 'flowing' | 'ended' | 'out';
  /** Its first picture since the seek is on screen, or it has none to show, or nobody sees it. */
  readonly ready: boolean;
  /** The newest frame that came, UTC ms of the recording. */
  readonly newestMs: number | undefined;
  /** Gaps that lie ahead or around, oldest first. */
  readonly gaps: readonly Gap[];
  /** Where the picture on screen, the one before and the one after it were recorded. */
  readonly shownMs: number | undefined;
  readonly beforeMs: number | undefined;
  readonly nextMs: number | undefined;
};

export const unknownProgress = (generation: number): ChannelProgress => ({
  generation,
  stage: 'opening',
  ready: false,
  newestMs: undefined,
  gaps: [],
  shownMs: undefined,
  beforeMs: undefined,
  nextMs: undefined,
});

export type Decision =
  | { readonly kind: 'run' }
  /** Some channel has no data for this moment. */
  | { readonly kind: 'wait' }
  | { readonly kind: 'jump'; readonly toMs: number }
  | { readonly kind: 'end' };

export type GroupMoment = {
  readonly timeMs: number;
  readonly generation: number;
  /** The clock is going; a clock that waits goes on only with `aheadMs` of data at every channel. */
  readonly running: boolean;
  readonly aheadMs: number;
  /**
   * The page is hidden, and the clock has not run since the seek. Of a page that nobody has looked at yet no tile is seen, so that all are
   * ready: the clock stands all the same at the moment that it was opened for.
   */
  readonly held: boolean;
};

/** Its first picture lies so far ahead of a clock that waits for it: there is nothing before it, whether it was told or not. */
export const FAR_MS = 2000;

const gapAt = ({ gaps, shownMs, nextMs }: ChannelProgress, timeMs: number): Gap | undefined => {
  const told = gaps.find(({ fromMs, toMs }) => fromMs <= timeMs && timeMs < toMs);
  if (told !== undefined || shownMs !== undefined || nextMs === undefined || nextMs - timeMs <= FAR_MS) return told;
  return { fromMs: timeMs, toMs: nextMs };
};

const hasData = (channel: ChannelProgress, { timeMs, running, aheadMs }: GroupMoment): boolean => {
  const { ready, newestMs, stage } = channel;
  if (!ready || newestMs === undefined) return false;
  if (stage === 'ended') return true; // nothing more comes: the last picture stays until the others end too
  return newestMs > timeMs + (running ? 0 : aheadMs);
};

/** What the clock does at a moment. Without channels it waits. */
export const decide = (channels: readonly ChannelProgress[], moment: GroupMoment): Decision => {
  const { timeMs, generation } = moment;
  if (channels.length === 0) return { kind: 'wait' };
  if (channels.some((channel) => channel.stage !== 'out' && channel.generation !== generation)) return { kind: 'wait' };
  const inPlay = channels.filter(({ stage }) => stage !== 'out');
  const left = inPlay.filter(({ stage, newestMs }) => stage !== 'ended' || (newestMs ?? 0) > timeMs);
  if (left.length === 0) return { kind: 'end' };
  const gaps = left.map((channel) => gapAt(channel, timeMs));
  const ends = gaps.flatMap((gap) => (gap === undefined ? [] : [gap.toMs]));
  if (ends.length === left.length) return { kind: 'jump', toMs: Math.min(...ends) };
  const short = left.some((channel, i) => gaps[i] === undefined && !hasData(channel, moment));
  const unseen = moment.held && inPlay.every(({ shownMs }) => shownMs === undefined);
  return { kind: short || unseen ? 'wait' : 'run' };
};

/** Clocks are judged ten times a second: a judgement that comes later than this was kept from it, or the whole page stood still. */
export const LATE_MS = 250;

/** What the channels that still get something have; where none does and the page stood still, the last they had, or those lost had shown. */
const limitsOf = (channels: readonly ChannelProgress[], timeMs: number, stoodStill: boolean): readonly number[] => {
  const newest = channels.flatMap(({ stage, newestMs, gaps }) => {
    const inGap = gaps.some(({ fromMs, toMs }) => fromMs <= timeMs && timeMs < toMs);
    return stage === 'flowing' && !inGap && newestMs !== undefined ? [newestMs] : [];
  });
  if (newest.length > 0 || !stoodStill) return newest;
  const last = channels.flatMap(
    ({ stage, shownMs, newestMs }) => (stage === 'out' ? shownMs : undefined) ?? newestMs ?? [],
  );
  return last.length === 0 ? [] : [Math.max(...last)];
};

/**
 * How far the slowest channel has data: a clock that ran past it stands there, so that no picture is passed over. `passedMs`: the real time
 * since it was judged before; further it cannot have run past.
 */
export const reachedMs = (
  channels: readonly ChannelProgress[],
  timeMs: number,
  speed: number,
  passedMs: number,
): number => {
  const longestMs = Math.max(LATE_MS, passedMs) * Math.max(1, speed);
  return Math.max(timeMs - longestMs, Math.min(timeMs, ...limitsOf(channels, timeMs, passedMs > LATE_MS)));
};

/** What a device sends further ahead than this is played a little faster, further behind a little slower. */
const DEVICE_LEAD_MS = { least: 300, most: 1500 } as const;
const CATCH_UP = 1.1;

/** How fast a clock goes that follows a device, which sends at its own pace; undefined while nothing comes. */
export const paceOf = (channels: readonly ChannelProgress[], timeMs: number, speed: number): number | undefined => {
  const newest = channels.flatMap(({ stage, newestMs }) =>
    stage === 'flowing' && newestMs !== undefined ? [newestMs] : [],
  );
  if (newest.length === 0) return undefined;
  const leadMs = (Math.min(...newest) - timeMs) / speed;
  if (leadMs > DEVICE_LEAD_MS.most) return speed * CATCH_UP;
  return leadMs < DEVICE_LEAD_MS.least ? speed / CATCH_UP : speed;
};

/** When the nearest picture after `timeMs` was recorded; undefined where none waits. */
export const pictureAfter = (channels: readonly ChannelProgress[], timeMs: number): number | undefined => {
  const ahead = channels.flatMap(({ nextMs }) => (nextMs === undefined || nextMs <= timeMs ? [] : [nextMs]));
  return ahead.length === 0 ? undefined : Math.min(...ahead);
};

/** When the newest picture before those on screen was recorded. */
export const pictureBefore = (channels: readonly ChannelProgress[]): number | undefined => {
  const before = channels.flatMap(({ beforeMs }) => (beforeMs === undefined ? [] : [beforeMs]));
  return before.length === 0 ? undefined : Math.max(...before);
};

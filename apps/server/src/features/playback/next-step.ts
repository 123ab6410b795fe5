// What a playback does next, decided from how its channels stand. Pure.

/** A channel as the decision sees it. Times are UTC ms of the recording. */
export type Standing = {
  /** unread: its next frame is not known. ready: it is. over: nothing more at the moment, asked again later. */
  next: 'unread' | 'ready' | 'over';
  /** The next frame's, where it is ready. */
  nextMs: number;
  /** It may still get frames of any moment: it is at the end of what is being recorded. */
  growing: boolean;
  /** The socket has enough unsent. */
  blocked: boolean;
  /** Until when it was sent what there is. */
  doneMs: number;
};

export type Step =
  | { do: 'read'; channels: number[] }
  /** No channel has anything between the two moments. It begins within the horizon, so the clock gets across. */
  | { do: 'skip'; fromMs: number; toMs: number }
  | { do: 'send'; channel: number }
  | { do: 'wait' };

/** A shorter pause is no gap: an irregular stream. */
export const GAP_MS = 2000;

type Ready = Standing & { at: number };
const earliest = (channels: readonly Ready[]): Ready | undefined => {
  let found: Ready | undefined;
  for (const each of channels) if (found === undefined || each.nextMs < found.nextMs) found = each;
  return found;
};

/**
 * `horizonMs`: frames up to there may be sent. `begun`: something was sent since the last seek. Numbers of channels are places in the
 * list.
 */
export const nextStep = (channels: readonly Standing[], horizonMs: number, begun: boolean): Step => {
  const unread = channels.flatMap(({ next }, i) => (next === 'unread' ? [i] : []));
  if (unread.length > 0) return { do: 'read', channels: unread };
  const ready = channels.flatMap((each, at) => (each.next === 'ready' ? [{ ...each, at }] : []));
  const first = earliest(ready);
  if (first === undefined) return { do: 'wait' };
  if (first.nextMs <= horizonMs) {
    const free = earliest(ready.filter(({ blocked, nextMs }) => !blocked && nextMs <= horizonMs));
    return free === undefined ? { do: 'wait' } : { do: 'send', channel: free.at };
  }
  const empty = channels.every(({ next, growing }) => next === 'ready' || !growing);
  const doneMs = Math.max(...channels.map((each) => each.doneMs));
  if (!empty || first.nextMs - doneMs <= (begun ? GAP_MS : 0)) return { do: 'wait' };
  // Before the first frame nothing moves the clock, so it is taken from where it stands.
  const fromMs = begun ? doneMs : Math.min(doneMs, horizonMs);
  // A skip that the clock does not get to would change nothing, and be the next step again for ever.
  return fromMs > horizonMs ? { do: 'wait' } : { do: 'skip', fromMs, toMs: first.nextMs };
};

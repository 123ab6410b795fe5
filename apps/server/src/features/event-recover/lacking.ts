// Which parts of the planned recordings of a device are fetched from it, and what is told of what came. Pure.

/** UTC milliseconds. */
export type Span = { startMs: number; endMs: number };
export type ChannelSpan = Span & { channel: number };

/** How far back recordings are fetched. */
export const BACK_MS = 72 * 3_600_000;
/** Recorders list what they recorded when its file is full, and the server stores what it records in segments. */
export const SETTLE_MS = 10 * 60_000;
/** Less than that is the time it takes a device to connect again. */
export const LEAST_MS = 10_000;
/** What is asked for at once: who wants something else of the device waits that long at most. */
export const PIECE_MS = 2 * 60_000;
/** Pieces that follow each other are told as one. */
const JOINED_MS = 60_000;

const byStart = (a: Span, b: Span): number => a.startMs - b.startMs;

/** What lies between two moments and in no span, oldest first. Spans in any order. */
export const lacking = (spans: readonly Span[], fromMs: number, toMs: number): Span[] => {
  const found: Span[] = [];
  let atMs = fromMs;
  for (const { startMs, endMs } of [...spans.toSorted(byStart), { startMs: toMs, endMs: toMs }]) {
    const untilMs = Math.min(startMs, toMs);
    if (untilMs - atMs >= LEAST_MS) found.push({ startMs: atMs, endMs: untilMs });
    atMs = Math.max(atMs, endMs);
  }
  return found;
};

/** Of what is lacking, what the device says it has: in pieces, oldest first, no moment twice. */
export const piecesOf = (missing: readonly Span[], listed: readonly Span[]): Span[] => {
  const pieces: Span[] = [];
  let atMs = -Infinity;
  for (const record of listed.toSorted(byStart))
    for (const gap of missing) {
      const endMs = Math.min(gap.endMs, record.endMs);
      for (let startMs = Math.max(gap.startMs, record.startMs, atMs); endMs - startMs >= LEAST_MS; startMs += PIECE_MS)
        pieces.push({ startMs, endMs: Math.min(endMs, startMs + PIECE_MS) });
      if (endMs > Math.max(gap.startMs, record.startMs)) atMs = Math.max(atMs, endMs);
    }
  return pieces;
};

/** What came of several pieces: from when to when, and of which channels. */
export type Recovered = Span & { channels: number[] };
export const joinRecovered = (spans: readonly ChannelSpan[]): Recovered[] => {
  const all: Recovered[] = [];
  for (const { channel, startMs, endMs } of spans.toSorted(byStart)) {
    const last = all.at(-1);
    if (last === undefined || startMs - last.endMs > JOINED_MS) all.push({ startMs, endMs, channels: [channel] });
    else {
      last.endMs = Math.max(last.endMs, endMs);
      if (!last.channels.includes(channel)) last.channels.push(channel);
    }
  }
  return all.map((one) => ({ ...one, channels: one.channels.toSorted((a, b) => a - b) }));
};

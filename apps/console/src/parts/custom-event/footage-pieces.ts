// Which files the footage of a custom event is downloaded in: one for each stretch of a channel, none longer than an hour. Pure.
import type { CustomEventTask, KeptFootage } from '@outrider/contract';

const LONGEST_MS = 3_600_000;

/** UTC ms and whole seconds. */
export type FootagePiece = { channel: number; startMs: number; seconds: number };

const cut = ({ channel, start, end }: KeptFootage): FootagePiece[] => {
  const pieces: FootagePiece[] = [];
  for (let startMs = Math.floor(start / 1000) * 1000; startMs < end; startMs += LONGEST_MS)
    pieces.push({ channel, startMs, seconds: Math.max(1, Math.ceil(Math.min(LONGEST_MS, end - startMs) / 1000)) });
  return pieces;
};

/** In the order of channel and time. */
export const footagePieces = ({ footage }: Pick<CustomEventTask, 'footage'>): FootagePiece[] =>
  footage.toSorted((a, b) => a.channel - b.channel || a.start - b.start).flatMap(cut);

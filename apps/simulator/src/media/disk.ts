// The simulated disk of a recorder: which recordings there are. Files of some minutes over the last hours, of every camera;
// what they show comes from the clips (playback-flow.ts). Nothing is stored, so the disk is a function of the time and of its log.
import { decodeTime, encodeTime } from '@outrider/jt808';
import type { QueryResources, Resource } from '@outrider/jt1078';
import type { DiskLog, Span } from './disk-log.ts';

const USUAL_FILE_MS = 5 * 60_000;
/** Shorter pieces are no file. */
const SHORTEST_MS = 1000;
const NO_LIMIT = '000000000000';
/** Resource type of audio alone, which this disk has none of. */
const AUDIO_ONLY = 1;

export type DiskOptions = {
  readonly channels: number;
  readonly hours: number;
  /** How long a file is; five minutes when left out. */
  readonly fileMs?: number | undefined;
  readonly bytesPerS: number;
  /** Some files were made because of an alarm or a collision. */
  readonly alarms?: boolean;
  /** What was emptied and what was not recorded; nothing when left out. */
  readonly log?: DiskLog;
};

const COLLISION = 1n << 29n;
const OVER_SPEED = 1n << 1n;

/** Why a file was made: of seven one for a collision and one for speed, the same ones of every channel. 0: plain recording. */
const flagsOf = (startMs: number, fileMs: number): bigint => {
  const place = Math.floor(startMs / fileMs) % 7;
  if (place === 2) return COLLISION;
  return place === 5 ? OVER_SPEED : 0n;
};

/** Device-clock ms of a range on the wire; open ends become `low` and `high`. Null when the digits are no time. */
export const readRange = (
  startBcd: string,
  endBcd: string,
  low: number,
  high: number,
): { startMs: number; endMs: number } | null => {
  const startMs = startBcd === NO_LIMIT ? low : decodeTime(startBcd);
  const endMs = endBcd === NO_LIMIT ? high : decodeTime(endBcd);
  return startMs === null || endMs === null ? null : { startMs, endMs };
};

/** The span that is recorded at `nowMs` of the device's clock: whole files only. */
export const recordedSpan = (
  { hours, fileMs = USUAL_FILE_MS }: DiskOptions,
  nowMs: number,
): { startMs: number; endMs: number } => {
  const endMs = Math.floor(nowMs / fileMs) * fileMs;
  return { startMs: endMs - hours * 3_600_000, endMs };
};

/** The files that fit a query, oldest first, channel by channel. */
export const listDisk = (options: DiskOptions, query: QueryResources, nowMs: number): Resource[] => {
  const { fileMs = USUAL_FILE_MS } = options;
  const span = recordedSpan(options, nowMs);
  const range = readRange(query.startBcd, query.endBcd, span.startMs, span.endMs);
  const unserved = query.resourceType === AUDIO_ONLY || query.streamType === 2 || query.storageType === 2;
  if (range === null || unserved) return [];
  const files: Resource[] = [];
  for (let startMs = span.startMs; startMs < span.endMs; startMs += fileMs) {
    if (startMs >= range.endMs || startMs + fileMs <= range.startMs) continue;
    const alarmFlags = options.alarms === true ? flagsOf(startMs, fileMs) : 0n;
    if (query.alarmFlags !== 0n && (query.alarmFlags & alarmFlags) === 0n) continue;
    for (let channel = 1; channel <= options.channels; channel += 1) {
      if (query.channel !== 0 && query.channel !== channel) continue;
      for (const piece of recordedPieces(options, channel, { startMs, endMs: startMs + fileMs }))
        if (piece.endMs - piece.startMs >= SHORTEST_MS)
          files.push(fileOf(channel, piece, options.bytesPerS, alarmFlags));
    }
  }
  return files;
};

/** The parts of a span that the disk has of a camera. */
export const recordedPieces = ({ log }: DiskOptions, channel: number, span: Span): Span[] =>
  log?.pieces(channel, span) ?? [span];

const fileOf = (channel: number, { startMs, endMs }: Span, bytesPerS: number, alarmFlags: bigint): Resource => ({
  channel,
  startBcd: encodeTime(startMs),
  endBcd: encodeTime(endMs),
  alarmFlags,
  resourceType: 0,
  streamType: 1,
  storageType: 1,
  sizeBytes: Math.round((bytesPerS * (endMs - startMs)) / 1000),
});

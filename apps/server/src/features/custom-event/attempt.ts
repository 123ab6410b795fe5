// Fetches the footage of one task, channel after channel, piece after piece. What was fetched before is kept and comes at once, so a
// task may begin again at any time. When it is tried again is executor.ts.
import { AppError, type ErrorCode } from '@outrider/contract';
import type { Footage, FootageProgress, FootageSource } from '../remote-playback/index.ts';
import type { KeptSpan, Standing, WantedFootage } from './store.ts';

/** `task`: whose pieces these are, as `FootageTask.id`. */
export type AttemptKit = { footage: Footage; signal: AbortSignal; protectUntilMs: number; task: string };

/** `again`: it may succeed later. */
export type Outcome = Standing & { again: boolean };

/** One request to the device; a break costs at most that much. */
const PIECE_MS = 600_000;
/** The executor waits for the device, not the request. */
const PATIENCE_MS = 60_000;
const NO_RECORD = 'No Record';
const laterCodes: readonly ErrorCode[] = [
  'device_offline',
  'device_timeout',
  'device_refused',
  'limit_reached',
  'unavailable',
];

type Piece = { source: FootageSource; fromMs: number; toMs: number };

const piecesOf = (request: WantedFootage): Piece[] =>
  request.channels.flatMap((channel) => {
    const stream = request.mainChannels.includes(channel) ? 'main' : 'sub';
    const source: FootageSource = { deviceKey: request.deviceKey, channel, stream, audio: request.audio };
    const pieces: Piece[] = [];
    for (let fromMs = request.startMs; fromMs < request.endMs; fromMs += PIECE_MS)
      pieces.push({ source, fromMs, toMs: Math.min(request.endMs, fromMs + PIECE_MS) });
    return pieces;
  });

/** Spans of a channel that touch become one. */
const joined = (spans: readonly KeptSpan[]): KeptSpan[] => {
  const all: KeptSpan[] = [];
  for (const span of spans) {
    const last = all.at(-1);
    if (last?.channel === span.channel && last.stream === span.stream && span.startMs - last.endMs < 2000)
      last.endMs = Math.max(last.endMs, span.endMs);
    else all.push({ ...span });
  }
  return all;
};

const ended = (request: WantedFootage, footage: readonly KeptSpan[]): Standing => {
  const missing = request.channels.filter((channel) => !footage.some((span) => span.channel === channel));
  if (footage.length === 0) return { state: 'failed', message: NO_RECORD, progress: 100, footage };
  if (missing.length === 0) return { state: 'done', message: '', progress: 100, footage };
  return { state: 'partial', message: `Nothing is recorded on channel ${missing.join(', ')}.`, progress: 100, footage };
};

const fetchStream = async (
  { footage, signal, protectUntilMs, task }: AttemptKit,
  { source, fromMs, toMs }: Piece,
  onProgress: (progress: FootageProgress) => void,
): Promise<KeptSpan[]> => {
  try {
    const spans = await footage.fetch({ ...source, fromMs, toMs, patienceMs: PATIENCE_MS, signal, onProgress, task });
    await footage.protect(source, fromMs, toMs, protectUntilMs);
    return spans.map((span) => ({ channel: source.channel, stream: source.stream, ...span }));
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return [];
    throw error;
  }
};

/** Many devices record one stream only: better the other one than nothing. */
const fetchPiece = async (
  kit: AttemptKit,
  piece: Piece,
  onProgress: (progress: FootageProgress) => void,
): Promise<KeptSpan[]> => {
  const spans = await fetchStream(kit, piece, onProgress);
  if (spans.length > 0) return spans;
  const stream = piece.source.stream === 'main' ? 'sub' : 'main';
  return fetchStream(kit, { ...piece, source: { ...piece.source, stream } }, onProgress);
};

/** How it ended, told by `tell` meanwhile. Rejects only for faults of ours and with the signal's reason. */
export const attempt = async (
  kit: AttemptKit,
  request: WantedFootage,
  tell: (standing: Standing) => void,
): Promise<Outcome> => {
  const kept: KeptSpan[] = [];
  const pieces = piecesOf(request);
  let progress = 0;
  try {
    for (const [i, piece] of pieces.entries()) {
      kit.signal.throwIfAborted();
      const onProgress = ({ state, keptMs, totalMs, message }: FootageProgress): void => {
        progress = (100 * (i + Math.min(1, keptMs / Math.max(1, totalMs)))) / pieces.length;
        tell({ state: state === 'fetching' ? 'fetching' : 'waiting', message, progress, footage: joined(kept) });
      };
      // oxlint-disable-next-line no-await-in-loop -- one piece of a device after the other
      kept.push(...(await fetchPiece(kit, piece, onProgress)));
      progress = (100 * (i + 1)) / pieces.length;
      tell({ state: 'fetching', message: '', progress, footage: joined(kept) });
    }
    return { ...ended(request, joined(kept)), again: false };
  } catch (error) {
    kit.signal.throwIfAborted();
    if (!(error instanceof AppError)) throw error;
    // What was being fetched was deleted with everything else of the device: nothing of it is kept.
    if (error.code === 'conflict')
      return { state: 'cancelled', message: `${error.message}.`, progress: 0, footage: [], again: false };
    if (!laterCodes.includes(error.code)) throw error;
    return { state: 'waiting', message: error.message, progress, footage: joined(kept), again: true };
  }
};

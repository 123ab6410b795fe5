// Fetches a track day by day with its events, and goes on asking while the span reaches into the present. Outside React: a store says
// how it stands. Nothing here draws or speaks.
import { MAX_TRACK_POINTS, postGps, postTrackEvents } from '@outrider/contract';
import type { EventMarker } from '@outrider/contract';
import { createStore } from 'zustand/vanilla';
import type { StoreApi } from 'zustand/vanilla';
import { quietly } from '../../lib/refusals.ts';
import { send, sendForBytes } from '../../lib/send.ts';
import { nextTask, systemClock } from '../../lib/time.ts';
import type { Stop as StopTimer } from '../../lib/time.ts';
import { piecesOf } from './range.ts';
import type { Days, Span } from './range.ts';
import { stopsOf } from './stops.ts';
import type { Stop } from './stops.ts';
import { countOf, joinTracks, maxSpeedOf } from './track.ts';
import type { Track } from './track.ts';
import type { TrackReader } from './track-reader.ts';

/** While the span reaches into the present, new positions are asked for this often. */
export const GPS_POLL_MS = 5000;

/** What was asked: one device, local days, the moments they cover. */
export type TrackRequest = { readonly deviceId: string; readonly days: Days; readonly span: Span };

export type TrackResult = TrackRequest & {
  readonly track: Track;
  /** km/h. */
  readonly maxSpeed: number;
  readonly stops: readonly Stop[];
  /** Undefined where the account may not see events, or they could not be read. */
  readonly events: readonly EventMarker[] | undefined;
  /** There are more positions after these. */
  readonly cut: boolean;
};

export type QueryState = {
  readonly status: 'idle' | 'query';
  /** Days that came, of how many; while a query runs. */
  readonly progress: { readonly done: number; readonly of: number } | undefined;
  readonly result: TrackResult | undefined;
  /** Why the last query failed. */
  readonly error: Error | undefined;
};

type QueryKit = {
  reader: TrackReader;
  maySeeEvents: () => boolean;
  /** Told once each query: 'empty' when there is no position in the span. */
  onEnd: (end: 'found' | 'empty' | Error) => void;
  /** The track is there without its events. */
  onNoEvents: (error: Error) => void;
};

const errorOf = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));

export class TrackQuery {
  readonly state: StoreApi<QueryState> = createStore<QueryState>(() => ({
    status: 'idle',
    progress: undefined,
    result: undefined,
    error: undefined,
  }));
  readonly #kit: QueryKit;
  #running: AbortController | undefined;
  #stopPoll: StopTimer | undefined;

  constructor(kit: QueryKit) {
    this.#kit = kit;
  }

  /** Starts over; a query that runs is given up. */
  ask(request: TrackRequest): void {
    this.cancel();
    const running = new AbortController();
    this.#running = running;
    const of = piecesOf(request.span).length;
    this.state.setState({ status: 'query', progress: { done: 0, of }, result: undefined, error: undefined });
    this.#fetch(request, running.signal).then(
      (result) => {
        if (running.signal.aborted) return;
        this.state.setState({ status: 'idle', progress: undefined, result });
        this.#kit.onEnd(countOf(result.track) === 0 ? 'empty' : 'found');
        this.#poll(running.signal);
      },
      (error: unknown) => {
        if (running.signal.aborted) return;
        this.#kit.reader.clear(); // days that came belong to no result
        this.state.setState({ status: 'idle', progress: undefined, error: errorOf(error) });
        this.#kit.onEnd(errorOf(error));
      },
    );
  }

  /** Gives up what runs; a track that is there stays. */
  cancel(): void {
    this.#running?.abort();
    this.#running = undefined;
    this.#stopPoll?.();
    this.#stopPoll = undefined;
    const { result } = this.state.getState();
    if (result === undefined) this.#kit.reader.clear(); // days that came belong to no result
    this.state.setState({ status: 'idle', progress: undefined });
  }

  close(): void {
    this.cancel();
  }

  async #fetch(request: TrackRequest, signal: AbortSignal): Promise<TrackResult> {
    const { reader, maySeeEvents, onNoEvents } = this.#kit;
    const { deviceId, span } = request;
    // Said when the track is there, in words of its own.
    const events = maySeeEvents()
      ? quietly(this.#events(deviceId, span, signal)).catch(errorOf)
      : Promise.resolve(undefined);
    reader.clear();
    const pieces = piecesOf(span);
    const tracks: Track[] = [];
    let count = 0;
    for (const [i, { startMs, endMs }] of pieces.entries()) {
      if (count >= MAX_TRACK_POINTS) break; // a longer track is cut, and says so
      // oxlint-disable-next-line no-await-in-loop -- a day after the other: progress, and one answer in memory at a time
      const bytes = await sendForBytes(postGps, { deviceid: deviceId, start: startMs, end: endMs }, signal);
      signal.throwIfAborted();
      // oxlint-disable-next-line no-await-in-loop -- as above
      const track = await reader.add(bytes);
      signal.throwIfAborted();
      tracks.push(track);
      count += countOf(track);
      this.state.setState({ progress: { done: i + 1, of: pieces.length } });
    }
    await nextTask(); // a month is long: joined, read and drawn in one go it would hold the page up
    const facts = factsOf(joinTracks(...tracks));
    const answer = await events;
    await nextTask();
    signal.throwIfAborted();
    const missing = answer instanceof Error;
    if (missing) onNoEvents(answer);
    return { ...request, ...facts, events: missing ? undefined : answer, cut: tracks.length < pieces.length };
  }

  async #events(deviceId: string, { startMs, endMs }: Span, signal: AbortSignal): Promise<readonly EventMarker[]> {
    const reply = await send(postTrackEvents, { deviceid: deviceId, start: startMs, end: endMs }, signal);
    if (!Array.isArray(reply)) throw new Error(reply.message);
    return reply;
  }

  #poll(signal: AbortSignal): void {
    const request = this.state.getState().result;
    if (request === undefined || request.cut || request.span.endMs < systemClock.now()) return;
    this.#stopPoll = systemClock.after(GPS_POLL_MS, () => {
      // A poll that fails is followed by the next one: the shell tells that the server is away.
      this.#grow(signal).then(
        () => this.#poll(signal),
        () => signal.aborted || this.#poll(signal),
      );
    });
  }

  async #grow(signal: AbortSignal): Promise<void> {
    const { result } = this.state.getState();
    if (result === undefined) return;
    const { track, span, deviceId } = result;
    const from = Math.max(span.startMs, (track.timeMs[countOf(track) - 1] ?? span.startMs - 1000) + 1000);
    const bytes = await sendForBytes(postGps, { deviceid: deviceId, start: from, end: span.endMs }, signal);
    const more = await this.#kit.reader.add(bytes);
    signal.throwIfAborted();
    if (countOf(more) === 0) return;
    // Those that are shown stay when the newest cannot be had: the next positions bring them.
    const { events: shown } = result;
    const events = shown && (await quietly(this.#events(deviceId, span, signal)).catch(() => shown));
    signal.throwIfAborted();
    this.state.setState({ result: { ...result, ...factsOf(joinTracks(track, more)), events } });
  }
}

const factsOf = (track: Track): Pick<TrackResult, 'track' | 'maxSpeed' | 'stops'> => ({
  track,
  maxSpeed: maxSpeedOf(track),
  stops: stopsOf(track),
});

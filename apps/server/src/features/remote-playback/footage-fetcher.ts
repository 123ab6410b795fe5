// Fetches footage from devices and keeps it: one request a device at a time, from where it stopped, out of the way of operators. What
// is next, its pauses and its patience are footage-step.ts.
import { DEFAULT_COVER_LIMITS } from '@outrider/contract';
import type { Bus } from '../../kernel/bus.ts';
import type { Clock } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Log } from '../../kernel/log.ts';
import { InTurnByKey } from '../../kernel/work/in-turn.ts';
import { Turns } from '../../kernel/work/turns.ts';
import type { LinkRegistry } from '../../gateway/index.ts';
import type { KeptSource as KeptPlace } from '../recording/index.ts';
import type { Claim, Claims } from './claims.ts';
import { playInto, type Attempt, type FootageWriter } from './footage-take.ts';
import { beginFetch, nextFetch, type FetchInput, type FetchStep } from './footage-step.ts';
import type { FootageProgress, FootageRequest, FootageSpan } from './footage.ts';
import type { SourceEnd } from './frame-source.ts';
import type { KeptReader } from './kept-reader.ts';
import { LiveFetch, type LiveView } from './live-fetch.ts';
import type { RecordLists } from './record-lists.ts';
import { within } from './missing.ts';
import { soon } from './soon.ts';

export type FetcherKit = {
  clock: Clock;
  bus: Bus;
  log: Log;
  links: LinkRegistry;
  lists: Pick<RecordLists, 'ask'>;
  claims: Claims;
  kept: Pick<KeptReader, 'spans'>;
  keep: (place: KeptPlace) => FootageWriter;
  deviceId: (deviceKey: number) => string | undefined;
  utcOffsetMinutes: (deviceKey: number) => number;
  hasSound: (deviceKey: number, channel: number) => boolean;
};

/** Longest span of one request. */
const MAX_FOOTAGE_MS = 3_600_000 + 60_000;
/** So far ahead a recorder's clock may be: by it there are recordings of what is still to come here. */
const MAX_AHEAD_MS = 86_400_000;
/** Requests that wait for one device, and for all. */
const MAX_OF_DEVICE = 20;
const MAX_OF_SERVER = 500;

type Played = Attempt & { firstMs: number | null; newestMs: number | null };
/** What is done between the begin and the end. */
type FetchAction = Exclude<FetchStep, { do: 'finish' | 'fail' }>;

export class FootageFetcher {
  /** Of all recorders. */
  readonly atOnce = new Turns(DEFAULT_COVER_LIMITS.maxCount);
  private readonly kit: FetcherKit;
  private readonly turns = new InTurnByKey<number>();
  private readonly live = new Set<LiveFetch>();
  private lastId = 0;
  private readonly counts = new Map<number, number>();
  private readonly stopping = new AbortController();
  private readonly running = new Set<Promise<unknown>>();
  private total = 0;

  constructor(kit: FetcherKit) {
    this.kit = kit;
  }

  /** See Footage.fetch. */
  async fetch(request: FootageRequest): Promise<FootageSpan[]> {
    const { deviceKey, fromMs, toMs } = request;
    if (toMs <= fromMs) throw new AppError('invalid', 'The end lies before the start');
    if (toMs - fromMs > MAX_FOOTAGE_MS) throw new AppError('limit_reached', 'At most an hour is fetched at once');
    if (fromMs > this.kit.clock.now() + MAX_AHEAD_MS) throw new AppError('not_found', 'No Record');
    const before = this.counts.get(deviceKey) ?? 0;
    if (before >= MAX_OF_DEVICE || this.total >= MAX_OF_SERVER)
      throw new AppError('limit_reached', 'Too much waits to be fetched already: try again later');
    this.count(deviceKey, 1);
    this.lastId += 1;
    const live = new LiveFetch(this.kit.clock, this.lastId, request);
    this.live.add(live);
    try {
      if (before > 0)
        request.onProgress?.(await this.progress(request, 'queued', 'Other footage of this device comes first'));
      const turn = this.turns.run(deviceKey, () => this.run(request, live));
      this.running.add(turn);
      return await turn.finally(() => this.running.delete(turn));
    } finally {
      this.live.delete(live);
      this.count(deviceKey, -1);
    }
  }

  /** What is asked for now, in the order in which it was. */
  views(): LiveView[] {
    return [...this.live].map(({ view }) => view);
  }

  metrics(): Record<string, number> {
    return { footage_waiting: this.total, footage_fetching: this.kit.claims.count('fetch') };
  }

  async close(): Promise<void> {
    this.stopping.abort();
    await soon(this.kit.clock, Promise.allSettled(this.running));
  }

  private count(deviceKey: number, change: 1 | -1): void {
    this.total += change;
    const left = (this.counts.get(deviceKey) ?? 0) + change;
    if (left > 0) this.counts.set(deviceKey, left);
    else this.counts.delete(deviceKey);
  }

  /** Who gave a request up hears that, whatever went wrong before the device was told to stop. */
  private async run(request: FootageRequest, live: LiveFetch): Promise<FootageSpan[]> {
    const signal = AbortSignal.any([request.signal, this.stopping.signal]);
    try {
      return await this.fetchMissing(request, live, signal);
    } catch (error) {
      this.checkAborted(signal);
      throw error;
    }
  }

  private async fetchMissing(request: FootageRequest, live: LiveFetch, signal: AbortSignal): Promise<FootageSpan[]> {
    let { state, step } = beginFetch(this.kit.clock.monotonic());
    this.checkAborted(signal);
    while (step.do !== 'finish') {
      if (step.do === 'fail') throw errorOf(step.end);
      const input = await this.act(request, step, live, signal);
      this.checkAborted(signal);
      ({ state, step } = nextFetch(request, state, input, this.kit.clock.monotonic() - live.waitedMs));
    }
    const kept = await this.keptOf(request);
    if (kept.length === 0) throw new AppError('not_found', 'No Record');
    return kept;
  }

  private async act(
    request: FootageRequest,
    step: FetchAction,
    live: LiveFetch,
    signal: AbortSignal,
  ): Promise<FetchInput> {
    const { deviceKey, fromMs, toMs } = request;
    switch (step.do) {
      case 'look':
        return { kind: 'kept', spans: await this.kit.kept.spans(request, fromMs, toMs) };
      case 'list':
        return this.list(request, signal);
      case 'play': {
        const played = await this.play(request, step.span, live, signal);
        return { kind: 'played', span: step.span, ...played, online: this.kit.links.get(deviceKey) !== undefined };
      }
      case 'wait':
        live.failed(step.why);
        request.onProgress?.(await this.progress(request, 'waiting', step.why));
        await this.pause(deviceKey, step.waitMs, signal);
        return { kind: 'waited' };
    }
  }

  private async list(request: FootageRequest, signal: AbortSignal): Promise<FetchInput> {
    const { deviceKey, channel, fromMs, toMs } = request;
    try {
      const { records } = await this.kit.lists.ask({ deviceKey, channel, fromMs, toMs });
      return { kind: 'listed', records };
    } catch (error) {
      if (!(error instanceof AppError) || signal.aborted) throw error;
      const kind = error.code === 'device_offline' ? 'offline' : 'timeout';
      return { kind: 'unlisted', failure: { kind, message: error.message } };
    }
  }

  /** Plays one span into the store, when nobody else uses the channel and not too much comes already. */
  private async play(
    request: FootageRequest,
    span: FootageSpan,
    live: LiveFetch,
    signal: AbortSignal,
  ): Promise<Played> {
    const { deviceKey, channel } = request;
    const { claims, clock } = this.kit;
    const { atOnce } = this;
    for (;;) {
      if (claims.of(deviceKey, channel) !== undefined)
        request.onProgress?.(await this.progress(request, 'waiting', 'An operator plays this channel'));
      // oxlint-disable-next-line no-await-in-loop -- somebody may take the channel while the turn is waited for
      await claims.free(deviceKey, channel, signal);
      this.checkAborted(signal);
      if (atOnce.running >= atOnce.limit)
        request.onProgress?.(await this.progress(request, 'waiting', 'Other footage comes first'));
      const fromMs = clock.monotonic();
      const played = await atOnce.take(signal, async () => {
        live.waitedMs += clock.monotonic() - fromMs;
        if (claims.of(deviceKey, channel) !== undefined) return undefined;
        return live.handled(() => this.playNow(request, span, live, signal));
      });
      if (played !== undefined) return played;
    }
  }

  private async playNow(
    request: FootageRequest,
    span: FootageSpan,
    live: LiveFetch,
    signal: AbortSignal,
  ): Promise<Played> {
    const { deviceKey, channel, stream, audio } = request;
    const { claims } = this.kit;
    const place = { deviceKey, deviceId: this.kit.deviceId(deviceKey) ?? '', channel, stream, audio };
    const writer = live.counted(this.kit.keep(place));
    const done = Promise.withResolvers<Attempt>();
    const claim: Claim = {
      kind: 'fetch',
      userId: 0,
      name: '',
      yieldUp: async () => {
        done.resolve({ end: { kind: 'finished', message: '' }, yielded: true });
        await ended;
      },
    };
    claims.take(deviceKey, channel, claim);
    const ended = this.progress(request, 'fetching', '')
      .then((started) => playInto({ ...this.kit, request, span, started }, writer, done, signal))
      .finally(() => claims.release(deviceKey, channel, claim));
    const frames = await ended;
    if (writer.trouble !== null) throw writer.trouble;
    return { ...(await done.promise), ...frames };
  }

  private async progress(
    request: FootageRequest,
    state: FootageProgress['state'],
    message: string,
  ): Promise<FootageProgress> {
    const kept = await this.keptOf(request);
    const keptMs = kept.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0);
    return { state, keptMs, totalMs: request.toMs - request.fromMs, message };
  }

  /** What is kept of what was asked for. */
  private async keptOf(request: FootageRequest): Promise<FootageSpan[]> {
    const { fromMs, toMs } = request;
    return within(await this.kit.kept.spans(request, fromMs, toMs), fromMs, toMs);
  }

  private checkAborted(signal: AbortSignal): void {
    if (this.stopping.signal.aborted) throw new AppError('unavailable', 'The server stops');
    if (signal.aborted) throw new AppError('conflict', 'cancelled');
  }

  /** Until the time is over, the device connects or the request is given up. */
  private async pause(deviceKey: number, waitMs: number, signal: AbortSignal): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = this.kit.clock.after(waitMs, resolve);
    const unsubscribe = this.kit.bus.subscribe('link.online', (news) => {
      if (news.deviceKey === deviceKey) resolve();
    });
    signal.addEventListener('abort', () => resolve(), { once: true });
    if (signal.aborted) resolve();
    await promise;
    timer.cancel();
    unsubscribe();
  }
}

const errorOf = ({ kind, message }: SourceEnd): AppError => {
  if (kind === 'offline') return new AppError('device_offline', message);
  if (kind === 'refused') return new AppError('device_refused', message);
  return new AppError('device_timeout', message === '' ? 'The device sends no video' : message);
};

// Fetches footage from devices and keeps it: one wish a device at a time, going on where it stopped, out of the way of operators.
import type { Bus } from '../../kernel/bus.ts';
import type { Clock } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Log } from '../../kernel/log.ts';
import { InTurnByKey } from '../../kernel/work/in-turn.ts';
import type { LinkRegistry } from '../../gateway/index.ts';
import type { KeptSource as KeptPlace } from '../recording/index.ts';
import type { Claim, Claims } from './claims.ts';
import { playInto, type Attempt, type FootageWriter } from './footage-take.ts';
import type { FootageProgress, FootageRequest, FootageSpan } from './footage.ts';
import type { SourceEnd } from './frame-source.ts';
import type { KeptReader } from './kept-reader.ts';
import type { RecordLists } from './record-lists.ts';
import { judge, missingSpans, SMALL_MS, within } from './missing.ts';
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
};

/** Longest span of one request. */
const MAX_FOOTAGE_MS = 3_600_000 + 60_000;
/** Wishes that wait for one device, and for all. */
const MAX_OF_DEVICE = 20;
const MAX_OF_SERVER = 500;
/** After a failed attempt; twice as long after each further one. */
const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 60_000;
/** Attempts that bring nothing, before the rest of a span counts as not there. */
const MAX_VAIN = 3;

export class FootageFetcher {
  private readonly kit: FetcherKit;
  private readonly turns = new InTurnByKey<number>();
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
    if (fromMs > this.kit.clock.now()) throw new AppError('not_found', 'No Record');
    const before = this.counts.get(deviceKey) ?? 0;
    if (before >= MAX_OF_DEVICE || this.total >= MAX_OF_SERVER)
      throw new AppError('limit_reached', 'Too much waits to be fetched already: try again later');
    this.count(deviceKey, 1);
    if (before > 0)
      request.onProgress?.(await this.progress(request, 'queued', 'Other footage of this device comes first'));
    const turn = this.turns.run(deviceKey, () => this.run(request));
    this.running.add(turn);
    try {
      return await turn;
    } finally {
      this.running.delete(turn);
      this.count(deviceKey, -1);
    }
  }

  metrics(): Record<string, number> {
    return { footage_wishes: this.total, footage_fetching: this.kit.claims.count('fetch') };
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
  private async run(request: FootageRequest): Promise<FootageSpan[]> {
    const signal = AbortSignal.any([request.signal, this.stopping.signal]);
    try {
      return await this.fetchMissing(request, signal);
    } catch (error) {
      this.checkAborted(signal);
      throw error;
    }
  }

  private async fetchMissing(request: FootageRequest, signal: AbortSignal): Promise<FootageSpan[]> {
    const { fromMs, toMs, patienceMs } = request;
    let lastGoodMs = this.kit.clock.monotonic();
    let vain = 0;
    let smallMs = SMALL_MS;
    for (;;) {
      this.checkAborted(signal);
      // oxlint-disable-next-line no-await-in-loop -- one piece after the other is fetched from a device
      const missing = missingSpans(await this.kit.kept.spans(request, fromMs, toMs), fromMs, toMs, smallMs);
      // oxlint-disable-next-line no-await-in-loop
      const next = missing.length === 0 ? undefined : await this.onDevice(request, missing, signal);
      if (next === undefined || next === 'nothing') break;
      let failure: SourceEnd;
      if ('failure' in next) failure = next.failure;
      else {
        // oxlint-disable-next-line no-await-in-loop
        const { brought, firstMs, end, yielded } = await this.attempt(request, next.span, signal);
        const whole = !yielded && (end.kind === 'reached' || end.kind === 'finished');
        const over = !yielded && end.kind !== 'offline';
        const judged = judge(smallMs, { span: next.span, firstMs, brought, whole, over });
        const { rest } = judged;
        smallMs = judged.smallMs;
        if (brought || yielded) {
          lastGoodMs = this.kit.clock.monotonic();
          vain = 0;
        } else vain += 1;
        if (yielded || (whole && brought) || rest) continue;
        if (vain >= MAX_VAIN && this.kit.links.get(request.deviceKey) !== undefined) throw errorOf(end);
        failure = end;
      }
      if (this.kit.clock.monotonic() - lastGoodMs >= patienceMs) throw errorOf(failure);
      // oxlint-disable-next-line no-await-in-loop
      request.onProgress?.(await this.progress(request, 'waiting', failure.message));
      // oxlint-disable-next-line no-await-in-loop
      await this.pause(request.deviceKey, Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** vain), signal);
    }
    const kept = within(await this.kit.kept.spans(request, fromMs, toMs), fromMs, toMs);
    if (kept.length === 0) throw new AppError('not_found', 'No Record');
    return kept;
  }

  /** The first piece of what is missing that the device says it has. */
  private async onDevice(
    { deviceKey, channel, stream, fromMs, toMs }: FootageRequest,
    missing: readonly FootageSpan[],
    signal: AbortSignal,
  ): Promise<{ span: FootageSpan } | { failure: SourceEnd } | 'nothing'> {
    try {
      const { records } = await this.kit.lists.ask({ deviceKey, channel, fromMs, toMs });
      this.checkAborted(signal);
      const own = records.filter(
        (record) => record.channel === channel && record.stream === stream && record.kind !== 'audio',
      );
      for (const span of missing) {
        const found = own.find((record) => record.startMs < span.endMs && record.endMs > span.startMs);
        if (found === undefined) continue;
        const startMs = Math.max(span.startMs, found.startMs);
        // Recordings that follow each other play in one go.
        const endMs = own.reduce(
          (end, record) => (record.startMs <= end + 1000 && record.endMs > end ? record.endMs : end),
          found.endMs,
        );
        return { span: { startMs, endMs: Math.min(span.endMs, endMs) } };
      }
      return 'nothing';
    } catch (error) {
      if (!(error instanceof AppError) || signal.aborted) throw error;
      return { failure: { kind: error.code === 'device_offline' ? 'offline' : 'timeout', message: error.message } };
    }
  }

  /** Plays one span into the store. `brought`: something more is kept than before. */
  private async attempt(
    request: FootageRequest,
    span: FootageSpan,
    signal: AbortSignal,
  ): Promise<Attempt & { brought: boolean; firstMs: number | null }> {
    const { deviceKey, channel, stream, audio } = request;
    const { claims } = this.kit;
    if (claims.of(deviceKey, channel) !== undefined)
      request.onProgress?.(await this.progress(request, 'waiting', 'An operator plays this channel'));
    const started = await this.progress(request, 'fetching', '');
    await claims.free(deviceKey, channel, signal);
    this.checkAborted(signal);
    const writer = this.kit.keep({ deviceKey, deviceId: this.kit.deviceId(deviceKey) ?? '', channel, stream, audio });
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
    const ended = playInto({ ...this.kit, request, span, started }, writer, done, signal).finally(() =>
      claims.release(deviceKey, channel, claim),
    );
    const { firstMs, newestMs } = await ended;
    if (writer.trouble !== null) throw writer.trouble;
    return { ...(await done.promise), firstMs, brought: newestMs !== null && newestMs > span.startMs };
  }

  private async progress(
    request: FootageRequest,
    state: FootageProgress['state'],
    message: string,
  ): Promise<FootageProgress> {
    const { fromMs, toMs } = request;
    const kept = within(await this.kit.kept.spans(request, fromMs, toMs), fromMs, toMs);
    const keptMs = kept.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0);
    return { state, keptMs, totalMs: toMs - fromMs, message };
  }

  private checkAborted(signal: AbortSignal): void {
    if (this.stopping.signal.aborted) throw new AppError('unavailable', 'The server stops');
    if (signal.aborted) throw new AppError('conflict', 'cancelled');
  }

  /** Until the time is over, the device connects or the wish is given up. */
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

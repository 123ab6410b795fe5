// One remote playback: the channels that one player shows of one device, on one clock. Channels say where their frames come from;
// sockets and rights are elsewhere.
import type { Clock, Timer } from '../../kernel/clock.ts';
import type { ChannelPlay } from './channel-play.ts';
import { isKeysOnly } from './frame-source.ts';

export type PlaySpan = { startMs: number; endMs: number };
export type PlayBeginning = { atMs: number; generation: number; speed: number; cover: boolean };
export type PlayStatus = {
  state: 'opening' | 'playing' | 'paused' | 'ended' | 'failed';
  timeMs: number;
  speed: number;
  generation: number;
  message: string;
};

const TICK_MS = 50;
/** Frames go out so far ahead of the clock, in real time. */
const LEAD_MS = 2000;
/** The device may be so far ahead of that before it is told to pause, in real time. */
const AHEAD_MS = 6000;
/** Channels whose first frame is not there yet are waited for that long after the first one. */
const TOGETHER_MS = 4000;
/** Nothing for so long on every channel is a gap: the clock goes on behind it. */
const GAP_MS = 3000;

export class RemotePlay {
  readonly span: PlaySpan;
  /** As fast as it goes: for a download. */
  readonly cover: boolean;
  private readonly clock: Clock;
  private readonly channels = new Set<ChannelPlay>();
  private readonly ticking: Timer;
  private positionMs: number;
  private rate: number;
  private generation: number;
  private lastTickMs: number;
  /** When the first frame of this place came; null: none yet. */
  private firstFrameMs: number | null = null;
  private running = false;

  constructor(clock: Clock, span: PlaySpan, { atMs, generation, speed, cover }: PlayBeginning) {
    this.clock = clock;
    this.span = span;
    this.positionMs = this.within(atMs);
    this.generation = generation;
    this.rate = speed;
    this.cover = cover;
    this.lastTickMs = clock.monotonic();
    this.ticking = clock.every(TICK_MS, () => this.tick());
  }

  get size(): number {
    return this.channels.size;
  }

  has(channel: number): boolean {
    return [...this.channels].some((each) => each.channel === channel);
  }

  all(): Iterable<ChannelPlay> {
    return this.channels;
  }

  /** Plays from where the others are. */
  add(channel: ChannelPlay): void {
    this.channels.add(channel);
    channel.go(this.positionMs, this.generation, this.rate);
  }

  async remove(channel: ChannelPlay): Promise<void> {
    this.channels.delete(channel);
    if (this.channels.size === 0) this.ticking.cancel();
    await channel.close();
  }

  setSpeed(speed: number): void {
    const before = this.rate;
    this.rate = speed;
    for (const channel of this.channels) channel.setSpeed(speed);
    // What waits after a run over key frames holds nothing in between: it begins again where it is.
    if (isKeysOnly(before) && speed > 0 && !isKeysOnly(speed)) this.seek(this.positionMs);
  }

  /** A seek of an older generation changes nothing. Left out: the next one. */
  seek(timeMs: number, generation = this.generation + 1): void {
    if (generation <= this.generation) return;
    this.generation = generation;
    this.goTo(timeMs, generation);
  }

  /** The player says what it shows. */
  at(timeMs: number, generation: number): void {
    if (generation !== this.generation || !this.running) return;
    this.positionMs = Math.min(Math.max(timeMs, this.span.startMs), this.span.endMs);
    this.lastTickMs = this.clock.monotonic();
  }

  status(only?: number): PlayStatus {
    const shown = [...this.channels].filter(({ channel }) => only === undefined || channel === only);
    const states = shown.map(({ told }) => told.state);
    const failed = shown.find(({ told }) => !['opening', 'playing', 'gap', 'ended', 'none'].includes(told.state));
    const common = { timeMs: this.positionMs, speed: this.rate, generation: this.generation };
    if (shown.length > 0 && shown.every(({ done }) => done)) {
      const message = (failed ?? shown.find(({ told }) => told.state === 'none'))?.told.message ?? '';
      return { ...common, state: failed === undefined ? 'ended' : 'failed', message };
    }
    const message = failed?.told.message ?? '';
    if (this.rate === 0) return { ...common, state: 'paused', message };
    return {
      ...common,
      state: states.some((state) => state === 'playing' || state === 'gap') ? 'playing' : 'opening',
      message,
    };
  }

  private goTo(timeMs: number, generation: number): void {
    this.positionMs = this.within(timeMs);
    this.running = false;
    this.firstFrameMs = null;
    for (const channel of this.channels) channel.go(this.positionMs, generation, this.rate);
  }

  /** The moment of the span that is nearest. */
  private within(timeMs: number): number {
    return Math.min(Math.max(timeMs, this.span.startMs), this.span.endMs - 1);
  }

  private tick(): void {
    const nowMs = this.clock.monotonic();
    const passedMs = nowMs - this.lastTickMs;
    this.lastTickMs = nowMs;
    if (!this.running) this.begin(nowMs);
    if (this.running && this.rate > 0) this.advance(passedMs * this.rate);
    const pace = Math.max(1, this.rate);
    const upToMs = this.cover ? Infinity : this.positionMs + LEAD_MS * pace;
    const sentToMs = this.running ? upToMs : -Infinity;
    for (const channel of this.channels) {
      // Nothing is asked of the device while nobody plays; before the start everything is.
      const reachMs = this.running || this.cover ? upToMs : this.positionMs + LEAD_MS * pace;
      channel.pump(this.cover ? upToMs : sentToMs, reachMs, AHEAD_MS * pace, nowMs);
    }
  }

  /** The clock starts when every channel has a picture, or the others have waited long enough. */
  private begin(nowMs: number): void {
    const channels = [...this.channels];
    if (!channels.some(({ newest }) => newest !== null)) return;
    this.firstFrameMs ??= nowMs;
    const waits = channels.some(({ newest, flowing }) => flowing && newest === null);
    if (waits && nowMs - this.firstFrameMs < TOGETHER_MS) return;
    this.running = true;
    this.skipGap();
  }

  /** Not past what the slowest channel has: it would miss its frames. */
  private advance(byMs: number): void {
    const channels = [...this.channels];
    const held = channels.filter(({ flowing, newest }) => flowing && newest !== null).map(({ newest }) => newest ?? 0);
    const limitMs = held.length === 0 ? this.span.endMs : Math.min(...held);
    this.positionMs = Math.min(this.positionMs + byMs, Math.max(limitMs, this.positionMs), this.span.endMs);
    this.skipGap();
  }

  private skipGap(): void {
    const channels = [...this.channels].filter(({ done }) => !done);
    const next = channels.map(({ oldestWaiting }) => oldestWaiting ?? null);
    if (next.length === 0 || next.includes(null)) return;
    const nextMs = Math.min(...next.map((each) => each ?? Infinity));
    if (nextMs < this.positionMs + LEAD_MS * Math.max(1, this.rate) + GAP_MS) return;
    this.positionMs = nextMs;
    for (const channel of channels) channel.tellGap(channel.oldestWaiting ?? nextMs);
  }
}

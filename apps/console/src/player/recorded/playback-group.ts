// Several recorded channels on one clock, as an object outside React: it says what moment is due, waits for the slowest channel, jumps
// over what nobody recorded, and passes speed and place to the server or, by `steer`, to the device. Decisions are in group-rules.ts.
import { createStore } from 'zustand/vanilla';
import type { StoreApi } from 'zustand/vanilla';
import type { Clock, Stop } from '../../lib/time.ts';
import { decide } from './group-rules.ts';
import type { Decision } from './group-rules.ts';
import { mediaAt } from './media-clock.ts';
import type { MediaClock } from './media-clock.ts';
import type { PlaybackMode } from './messages.ts';
import { PlaybackPlayer } from './playback-player.ts';
import type { GroupMoment } from './playback-player.ts';

const TICK_MS = 100;
/** So much data at every channel before a clock that waited goes on, at speed 1. */
const AHEAD_MS: Readonly<Record<PlaybackMode, number>> = { lopb: 200, repb: 500 };
/** What a device sends further ahead than this is played a little faster, further behind a little slower. */
const DEVICE_LEAD_MS = { least: 300, most: 1500 } as const;
const CATCH_UP = 1.1;
/** The start of all tiles is told a little before it is due, so that they begin in step. */
const START_MS = 30;
/** A clock that is paused goes on so much real time: tiles that hear of it later than others have run no further, so all end at one picture. */
const SETTLE_MS = 100;
/** A clock is judged ten times a second: further, in real time, it cannot have run past its data. */
const LONGEST_BACK_MS = 250;
const MAX_STREAM_ID = 2 ** 31 - 1;

export type PlaybackState = {
  /** What is due now, UTC ms of the recording. */
  readonly timeMs: number;
  /** One of the ladder, or what the device plays at. 0: paused. */
  readonly speed: number;
  /** The clock stands because a channel has no data yet. */
  readonly buffering: boolean;
  /** Nothing follows at any channel. */
  readonly ended: boolean;
  readonly channels: readonly number[];
};

/** What the device is asked for (D08). */
export type Steering = { readonly speed: number } | { readonly toMs: number } | { readonly bySeconds: number };
export type Steered = { readonly generation: number; readonly timeMs: number; readonly speed: number };

export type PlaybackGroupKit = {
  readonly clock: Clock;
  /** lib/time.ts steadyNow. */
  readonly steady: () => number;
  readonly mode: PlaybackMode;
  readonly startMs: number;
  readonly channels: readonly number[];
  /** Addresses of a channel's socket that begins at a moment, best first. `streamId` is the same for all of them. */
  readonly addresses: (wish: { channel: number; timeMs: number; speed: number; streamId: number }) => readonly string[];
  /** Steers the device (repb). It rejects when the device does not follow; nothing changes then. */
  readonly steer?: (streamId: number, wish: Steering) => Promise<Steered>;
  /** The number of this playback; any when left out. */
  readonly streamId?: number;
  /** Hears of a socket that closed, with its last words. No other is opened then. Left out: it is made anew. */
  readonly lost?: (message: string) => void;
};

/** Any number of a playback. */
export const anyStreamId = (): number => 1 + Math.floor(Math.random() * (MAX_STREAM_ID - 1));

/** Plays from construction until `close()`. */
export class PlaybackGroup {
  readonly state: StoreApi<PlaybackState>;
  readonly streamId: number;
  readonly #kit: PlaybackGroupKit;
  readonly #players = new Map<number, PlaybackPlayer>();
  readonly #stop: Stop;
  #clock: MediaClock;
  #speed = 1;
  /** The last one that was not pause. */
  #lastSpeed = 1;
  #generation = 0;
  #closed = false;
  /** What the device was asked for and has not answered yet (repb). */
  #wanted: number | undefined;
  #targetMs: number;

  constructor(kit: PlaybackGroupKit) {
    this.#kit = kit;
    this.streamId = kit.streamId ?? anyStreamId();
    this.#targetMs = kit.startMs;
    this.#clock = { mediaMs: kit.startMs, atMs: kit.steady(), rate: 0 };
    this.state = createStore<PlaybackState>(() => ({
      timeMs: kit.startMs,
      speed: 1,
      buffering: true,
      ended: false,
      channels: [],
    }));
    this.setChannels(kit.channels);
    this.#stop = kit.clock.every(TICK_MS, () => this.#tick());
  }

  /** Where it was last led to, UTC ms. */
  get targetMs(): number {
    return this.#targetMs;
  }

  /** The player of a channel that plays. */
  player(channel: number): PlaybackPlayer | undefined {
    return this.#players.get(channel);
  }

  /** Channels that come join at the moment that is due, those that go are closed. */
  setChannels(channels: readonly number[]): void {
    for (const [channel, player] of this.#players)
      if (!channels.includes(channel)) {
        player.close();
        this.#players.delete(channel);
      }
    for (const channel of channels)
      if (!this.#players.has(channel)) this.#players.set(channel, this.#makePlayer(channel));
    this.state.setState({ channels: [...channels] });
  }

  /** The speed it has, or will have when the device answers: the next step goes on from there. */
  get wantedSpeed(): number {
    return this.#wanted ?? this.#speed;
  }

  /** 0 pauses. */
  setSpeed(speed: number): void {
    if (speed === this.wantedSpeed) return;
    if (this.#kit.mode === 'repb') {
      this.#wanted = speed;
      this.#steer({ speed });
      return;
    }
    this.#takeSpeed(speed);
  }

  /** Between pause and the speed before. */
  toggle(): void {
    this.setSpeed(this.wantedSpeed === 0 ? this.#lastSpeed : 0);
  }

  /** Goes to a recorded moment. `speed`: from there on; else as before. */
  seek(timeMs: number, speed: number = this.#speed): void {
    if (this.#kit.mode === 'repb') {
      this.#steer({ toMs: timeMs });
      return;
    }
    this.#go(Math.max(1000, timeMs), speed, this.#generation + 1);
  }

  /** Jumps by so many seconds. */
  jump(seconds: number): void {
    if (this.#kit.mode === 'repb') this.#steer({ bySeconds: seconds });
    else this.seek(this.#timeMs + seconds * 1000);
  }

  /** One picture forwards or backwards; pauses. */
  step(direction: 1 | -1): void {
    if (this.#speed !== 0) this.setSpeed(0);
    const all = [...this.#players.values()].map(({ progress }) => progress);
    if (direction > 0) {
      const next = all.flatMap(({ nextMs }) => (nextMs === undefined ? [] : [nextMs]));
      const ahead = next.filter((timeMs) => timeMs > this.#timeMs);
      if (ahead.length > 0) this.#setClock({ mediaMs: Math.min(...ahead), atMs: this.#kit.steady(), rate: 0 });
      return;
    }
    const before = all.flatMap(({ beforeMs }) => (beforeMs === undefined ? [] : [beforeMs]));
    if (before.length > 0) this.seek(Math.max(...before), 0);
  }

  close(): void {
    this.#closed = true;
    this.#stop();
    for (const player of this.#players.values()) player.close();
    this.#players.clear();
  }

  get #timeMs(): number {
    return mediaAt(this.#clock, this.#kit.steady());
  }

  #makePlayer(channel: number): PlaybackPlayer {
    const { clock, steady, mode, addresses, lost } = this.#kit;
    return new PlaybackPlayer({
      clock,
      steady,
      mode,
      channel,
      addresses: (timeMs) => addresses({ channel, timeMs, speed: this.#speed, streamId: this.streamId }),
      moment: (): GroupMoment => ({ clock: this.#clock, speed: this.#speed, generation: this.#generation }),
      ...(lost === undefined ? {} : { lost }),
      changed: () => this.#judge(),
      moved: (generation, timeMs) => {
        if (generation > this.#generation) this.#go(timeMs, this.#speed, generation);
      },
      heard: () => {
        for (const [other, player] of this.#players) if (other !== channel) player.voice.mute();
      },
    });
  }

  #takeSpeed(speed: number): void {
    this.#speed = speed;
    if (speed > 0) this.#lastSpeed = speed;
    const before = this.#clock.rate;
    const rate = speed > 0 && before > 0 ? speed : 0;
    // Video elements are led to the moment itself.
    const settleMs = speed > 0 || !('VideoDecoder' in globalThis) ? 0 : SETTLE_MS * before;
    this.#setClock({ mediaMs: this.#timeMs + settleMs, atMs: this.#kit.steady(), rate });
    this.state.setState({ speed });
    this.#judge();
  }

  /** The clock stands at the new moment until the channels have it. */
  #go(timeMs: number, speed: number, generation: number): void {
    this.#generation = generation;
    this.#targetMs = timeMs;
    this.#speed = speed;
    if (speed > 0) this.#lastSpeed = speed;
    this.#clock = { mediaMs: timeMs, atMs: this.#kit.steady(), rate: 0 };
    this.state.setState({ timeMs, speed, ended: false, buffering: speed > 0 });
    for (const player of this.#players.values()) player.seek(timeMs);
  }

  #steer(wish: Steering): void {
    const { steer } = this.#kit;
    if (steer === undefined) return;
    const answered = (): void => {
      if ('speed' in wish && wish.speed === this.#wanted) this.#wanted = undefined;
    };
    steer(this.streamId, wish).then(
      ({ generation, timeMs, speed }) => {
        answered();
        if (this.#closed) return;
        if (generation > this.#generation) this.#go(timeMs, speed, generation);
        else if (speed !== this.#speed) this.#takeSpeed(speed);
      },
      answered, // who steers tells the operator why
    );
  }

  #tick(): void {
    this.#judge();
    for (const player of this.#players.values()) player.tick();
    this.state.setState({ timeMs: this.#timeMs });
  }

  #setClock(clock: MediaClock): void {
    this.#clock = clock;
    for (const player of this.#players.values()) player.setClock();
    this.state.setState({ timeMs: this.#timeMs });
  }

  #judge(): void {
    if (this.#closed) return;
    const timeMs = this.#timeMs;
    const all = [...this.#players.values()].map(({ progress }) => progress);
    const running = this.#clock.rate > 0;
    const aheadMs = AHEAD_MS[this.#kit.mode] * Math.max(1, this.#speed);
    this.#follow(decide(all, { timeMs, generation: this.#generation, running, aheadMs }), timeMs, running);
    if (this.#kit.mode === 'repb') this.#keepPace(timeMs);
  }

  #follow(decision: Decision, timeMs: number, running: boolean): void {
    const paused = this.#speed === 0;
    const atMs = this.#kit.steady();
    if (decision.kind === 'jump') this.#setClock({ ...this.#clock, mediaMs: decision.toMs, atMs });
    else if (decision.kind === 'run' && !running && !paused)
      this.#setClock({ mediaMs: timeMs, atMs: atMs + START_MS, rate: this.#speed });
    else if (decision.kind !== 'run' && running)
      this.#setClock({ mediaMs: Math.min(timeMs, this.#reachedMs(timeMs)), atMs, rate: 0 });
    const ended = decision.kind === 'end';
    const buffering = decision.kind === 'wait' && !paused;
    const before = this.state.getState();
    if (before.ended !== ended || before.buffering !== buffering) this.state.setState({ ended, buffering });
  }

  /** How far the slowest channel has data: a clock that ran past it for a moment stands there, so that no picture is passed over. */
  #reachedMs(timeMs: number): number {
    const newest = [...this.#players.values()].flatMap(({ progress: { stage, newestMs, gaps } }) => {
      const inGap = gaps.some(({ fromMs, toMs }) => fromMs <= timeMs && timeMs < toMs);
      return stage === 'flowing' && !inGap && newestMs !== undefined ? [newestMs] : [];
    });
    return Math.max(timeMs - LONGEST_BACK_MS * Math.max(1, this.#speed), Math.min(timeMs, ...newest));
  }

  /** A device sends at its own pace: the clock follows it. */
  #keepPace(timeMs: number): void {
    if (this.#clock.rate <= 0) return;
    const newest = [...this.#players.values()].flatMap(({ progress: { stage, newestMs } }) =>
      stage === 'flowing' && newestMs !== undefined ? [newestMs] : [],
    );
    if (newest.length === 0) return;
    const leadMs = (Math.min(...newest) - timeMs) / this.#speed;
    const factor = leadMs > DEVICE_LEAD_MS.most ? CATCH_UP : leadMs < DEVICE_LEAD_MS.least ? 1 / CATCH_UP : 1;
    const rate = this.#speed * factor;
    if (rate !== this.#clock.rate) this.#setClock({ mediaMs: timeMs, atMs: this.#kit.steady(), rate });
  }
}

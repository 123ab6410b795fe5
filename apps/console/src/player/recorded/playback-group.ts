// Several recorded channels on one clock, as an object outside React: it says what moment is due, waits for the slowest channel, jumps
// over what nobody recorded, and passes speed and place to the server or, by `steer`, to the device. Decisions are in group-rules.ts.
import { createStore } from 'zustand/vanilla';
import type { StoreApi } from 'zustand/vanilla';
import type { Stop } from '../../lib/time.ts';
import { isPageShown, onPageShown } from '../visibility.ts';
import { DeviceSteering } from './device-steering.ts';
import type { Steered } from './device-steering.ts';
import { GroupPlayers } from './group-players.ts';
import { LATE_MS, decide, paceOf, pictureAfter, pictureBefore, reachedMs } from './group-rules.ts';
import type { Decision } from './group-rules.ts';
import { mediaAt } from './media-clock.ts';
import type { MediaClock } from './media-clock.ts';
import type { PlaybackMode } from './messages.ts';
import { anyStreamId } from './playback-kit.ts';
import type { PlaybackGroupKit, PlaybackState } from './playback-kit.ts';
import { PlaybackPlayer } from './playback-player.ts';

const TICK_MS = 100;
/** So much data at every channel before a clock that waited goes on, at speed 1. */
const AHEAD_MS: Readonly<Record<PlaybackMode, number>> = { lopb: 200, repb: 500 };
/** The start of all tiles is told a little before it is due, so that they begin in step. */
const START_MS = 30;
/** A clock that is paused goes on so much real time: tiles that hear of it later than others have run no further, so all end at one picture. */
const SETTLE_MS = 100;
/** Plays from construction until `close()`. */
export class PlaybackGroup {
  readonly state: StoreApi<PlaybackState>;
  readonly streamId: number;
  readonly #kit: PlaybackGroupKit;
  readonly #players = new GroupPlayers((channel, heard) => this.#makePlayer(channel, heard));
  /** Of a playback that the device drives (repb). */
  readonly #steering: DeviceSteering | undefined;
  readonly #stops: readonly Stop[];
  #clock: MediaClock;
  #speed = 1;
  /** The last one that was not pause. */
  #lastSpeed = 1;
  #generation = 0;
  /** The newest generation in which the clock ran. */
  #begun: number | undefined;
  #closed = false;
  #targetMs: number;
  /** When it was decided last how the clock goes on, steady time. */
  #judgedMs: number;
  /** When it was seen that a judgement is late. */
  #lateMs: number | undefined;

  constructor(kit: PlaybackGroupKit) {
    this.#kit = kit;
    const streamId = kit.streamId ?? anyStreamId();
    this.streamId = streamId;
    const { steer } = kit;
    if (steer !== undefined)
      this.#steering = new DeviceSteering(
        (request) => steer(streamId, request),
        (steered) => this.#steered(steered),
      );
    this.#targetMs = kit.startMs;
    this.#clock = { mediaMs: kit.startMs, atMs: kit.steady(), rate: 0 };
    this.#judgedMs = this.#clock.atMs;
    this.state = createStore<PlaybackState>(() => ({
      timeMs: kit.startMs,
      speed: 1,
      buffering: true,
      ended: false,
      channels: [],
    }));
    this.setChannels(kit.channels);
    this.#stops = [kit.clock.every(TICK_MS, () => this.#tick()), onPageShown(() => this.#judge())];
  }

  /** Where it was last led to, UTC ms. */
  get targetMs(): number {
    return this.#targetMs;
  }

  /** The player of a channel that plays. */
  player(channel: number): PlaybackPlayer | undefined {
    return this.#players.of(channel);
  }

  /** Channels that come join at the moment that is due, those that go are closed. */
  setChannels(channels: readonly number[]): void {
    this.#players.set(channels);
    this.state.setState({ channels: [...channels] });
  }

  /** The speed it has, or will have when the device answers: the next step goes on from there. */
  get wantedSpeed(): number {
    return this.#steering?.wantedSpeed ?? this.#speed;
  }

  /** 0 pauses. */
  setSpeed(speed: number): void {
    if (speed === this.wantedSpeed) return;
    if (this.#kit.mode === 'repb') this.#steering?.ask({ speed });
    else this.#takeSpeed(speed);
  }

  /** Between pause and the speed before. */
  toggle(): void {
    this.setSpeed(this.wantedSpeed === 0 ? this.#lastSpeed : 0);
  }

  /** Goes to a recorded moment. `speed`: from there on; else as before. */
  seek(timeMs: number, speed: number = this.#speed): void {
    if (this.#kit.mode === 'repb') this.#steering?.ask({ toMs: timeMs });
    else this.#go(Math.max(1000, timeMs), speed, this.#generation + 1);
  }

  /** Jumps by so many seconds. */
  jump(seconds: number): void {
    if (this.#kit.mode === 'repb') this.#steering?.ask({ bySeconds: seconds });
    else this.seek(this.#timeMs + seconds * 1000);
  }

  /** One picture forwards or backwards; pauses. */
  step(direction: 1 | -1): void {
    if (this.#speed !== 0) this.setSpeed(0);
    if (direction > 0) {
      const next = pictureAfter(this.#players.progress, this.#timeMs);
      if (next !== undefined) this.#setClock({ mediaMs: next, atMs: this.#kit.steady(), rate: 0 });
      return;
    }
    const before = pictureBefore(this.#players.progress);
    if (before !== undefined) this.seek(before, 0);
  }

  close(): void {
    this.#closed = true;
    for (const stop of this.#stops) stop();
    this.#players.set([]);
  }

  get #timeMs(): number {
    return mediaAt(this.#clock, this.#kit.steady());
  }

  #makePlayer(channel: number, heard: () => void): PlaybackPlayer {
    const { clock, steady, mode, addresses, lost } = this.#kit;
    return new PlaybackPlayer({
      clock,
      steady,
      mode,
      channel,
      addresses: (timeMs) =>
        addresses({ channel, timeMs, speed: this.#speed, streamId: this.streamId, generation: this.#generation }),
      moment: () => ({ clock: this.#clock, speed: this.#speed, generation: this.#generation }),
      ...(lost === undefined ? {} : { lost }),
      changed: () => this.#judge(),
      moved: (generation, timeMs) => {
        if (generation > this.#generation) this.#go(timeMs, this.#speed, generation);
      },
      heard,
    });
  }

  #takeSpeed(speed: number): void {
    this.#speed = speed;
    if (speed > 0) this.#lastSpeed = speed;
    const before = this.#clock.rate;
    const rate = speed > 0 && before > 0 ? speed : 0;
    // Video elements are led to the moment itself.
    const settleMs = speed > 0 || !this.#players.anyDraws ? 0 : SETTLE_MS * before;
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
    this.#players.each((player) => player.seek(timeMs));
  }

  #steered({ generation, timeMs, speed }: Steered): void {
    if (this.#closed) return;
    if (generation > this.#generation) this.#go(timeMs, speed, generation);
    else if (speed !== this.#speed) this.#takeSpeed(speed);
  }

  #tick(): void {
    this.#judge();
    this.#players.each((player) => player.tick());
    this.state.setState({ timeMs: this.#timeMs });
  }

  #setClock(clock: MediaClock): void {
    this.#clock = clock;
    this.#players.each((player) => player.setClock());
    this.state.setState({ timeMs: this.#timeMs });
  }

  #judge(): void {
    if (this.#closed) return;
    const timeMs = this.#timeMs;
    const running = this.#clock.rate > 0;
    if (running && this.#isTooEarly()) return;
    const aheadMs = AHEAD_MS[this.#kit.mode] * Math.max(1, this.#speed);
    const generation = this.#generation;
    const held = !isPageShown() && this.#begun !== generation;
    this.#follow(decide(this.#players.progress, { timeMs, generation, running, aheadMs, held }), timeMs, running);
    if (this.#kit.mode === 'repb') this.#keepPace(timeMs);
  }

  /**
   * A page that alone stood still finds behind this what its workers went on saying meanwhile: it judges a tick later, by what is true now.
   */
  #isTooEarly(): boolean {
    const atMs = this.#kit.steady();
    if (atMs - this.#judgedMs <= LATE_MS) {
      this.#lateMs = undefined;
      return false;
    }
    this.#lateMs ??= atMs;
    return atMs - this.#lateMs < TICK_MS;
  }

  #follow(decision: Decision, timeMs: number, running: boolean): void {
    const paused = this.#speed === 0;
    const atMs = this.#kit.steady();
    const passedMs = atMs - this.#judgedMs;
    this.#judgedMs = atMs;
    if (decision.kind === 'jump') this.#setClock({ ...this.#clock, mediaMs: decision.toMs, atMs });
    else if (decision.kind === 'run' && !running && !paused) {
      this.#begun = this.#generation;
      this.#setClock({ mediaMs: timeMs, atMs: atMs + START_MS, rate: this.#speed });
    } else if (decision.kind !== 'run' && running)
      this.#setClock({ mediaMs: reachedMs(this.#players.progress, timeMs, this.#speed, passedMs), atMs, rate: 0 });
    const ended = decision.kind === 'end';
    const buffering = decision.kind === 'wait' && !paused;
    const before = this.state.getState();
    if (before.ended !== ended || before.buffering !== buffering) this.state.setState({ ended, buffering });
  }

  /** A device sends at its own pace: the clock follows it. */
  #keepPace(timeMs: number): void {
    if (this.#clock.rate <= 0) return;
    const rate = paceOf(this.#players.progress, timeMs, this.#speed) ?? this.#clock.rate;
    if (rate !== this.#clock.rate) this.#setClock({ mediaMs: timeMs, atMs: this.#kit.steady(), rate });
  }
}

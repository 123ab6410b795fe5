// One channel of a remote playback: where its frames come from now, and what the player is told. What waits to be sent is
// waiting-frames.ts; the clock that says what is due belongs to the playback (remote-play.ts).
import type { PlaybackState } from '@outrider/contract';
import type { MediaFrame } from '../../gateway/index.ts';
import { FlowEncoder } from '../../media/index.ts';
import type { KeptWriter } from '../recording/index.ts';
import type { ChannelSocket } from './channel-socket.ts';
import { deviceSpeedFor, isKeysOnly, type FrameSource, type SourceEnd, type SourceEvents } from './frame-source.ts';
import { WaitingFrames, type WaitingFrame } from './waiting-frames.ts';

/** A piece of the way: where it comes from and up to when. It may begin later than was asked for. */
export type PlayedLeg = { from: 'kept' | 'device'; startMs: number; endMs: number };
/** What is next. `busy`: the channel of the device is used by somebody else now. */
export type Leg =
  | PlayedLeg
  | { from: 'nothing'; state: 'ended' | 'none' | 'unplayed' }
  | { from: 'busy'; message: string };

export type ChannelPlayKit = {
  /** What comes at and after the moment. `tried`: the device ended there before it should. */
  plan: (fromMs: number, tried: boolean) => Promise<Leg>;
  open: (leg: PlayedLeg, speed: ReturnType<typeof deviceSpeedFor>, events: SourceEvents) => FrameSource;
  /** The device is not used until the next plan. */
  rest: () => void;
  /** A place for what the device sends, null where nothing shall be kept. */
  keep: () => KeptWriter | null;
  onError: (what: string, error: unknown) => void;
};

/** A device that is told to pause for longer closes by itself sooner or later: it is stopped, and asked anew when it is time. */
const HELD_MS = 40_000;

/** More than this waiting, and the device is told to pause. */
const HOLD_BYTES = 4 * 1024 * 1024;
/** Frames that come although the device was told to pause: it is stopped, and asked anew when there is room. */
const MAX_BYTES = 12 * 1024 * 1024;

export class ChannelPlay {
  readonly channel: number;
  readonly socket: ChannelSocket;
  /** What the player was told last. */
  told: PlaybackState;
  private readonly kit: ChannelPlayKit;
  private readonly stream: 'main' | 'sub';
  private encoder: FlowEncoder;
  private readonly waiting: WaitingFrames;
  private source: FrameSource | null = null;
  private writer: KeptWriter | null = null;
  private storing: Promise<void> = Promise.resolve();
  private speed = 1;
  /** Where what is sent now came from. */
  private from: FrameSource['from'] = 'device';
  private generation = 0;
  /** The way is at its end, or it failed. */
  private over = false;
  private heldSinceMs: number | null = null;
  /** The source was stopped because nobody took its frames: it is opened anew at what is newest. */
  private asleep = false;
  /** Changes with each new place: what an older plan brings is not wanted any more. */
  private place = 0;
  private progressMs: number | null = null;
  private closed = false;

  constructor(
    kit: ChannelPlayKit,
    wanted: { channel: number; stream: 'main' | 'sub'; socket: ChannelSocket; startMs: number },
  ) {
    this.kit = kit;
    this.channel = wanted.channel;
    this.stream = wanted.stream;
    this.socket = wanted.socket;
    this.waiting = new WaitingFrames(wanted.startMs);
    this.encoder = new FlowEncoder(wanted.channel);
    this.told = { state: 'opening', message: '', generation: 0, from: 'device' };
  }

  /** When the newest frame that came was recorded; null: none of this place came. */
  get newest(): number | null {
    return this.waiting.newestMs;
  }

  /** When the oldest frame that waits was recorded. */
  get oldestWaiting(): number | undefined {
    return this.waiting.oldestMs;
  }

  /** Nothing more comes, and nothing waits. */
  get done(): boolean {
    return this.over && this.waiting.empty;
  }

  /** Frames may still come: the clock waits for them. */
  get flowing(): boolean {
    return !this.over;
  }

  /** Begins at the moment, after a seek anew. What waited is dropped. */
  go(timeMs: number, generation: number, speed: number): void {
    this.place += 1;
    this.generation = generation;
    this.waiting.begin(timeMs);
    this.heldSinceMs = null;
    this.progressMs = null;
    this.over = false;
    this.asleep = false;
    this.setSpeed(speed);
    this.tell('opening', 'Asking the device', timeMs);
    const { source } = this;
    this.encoder = new FlowEncoder(this.channel);
    void this.endWriter();
    if (source?.from === 'device' && source.seek(timeMs)) return this.wakeSource();
    void this.advance(timeMs);
  }

  setSpeed(speed: number): void {
    this.speed = speed;
    if (speed > 0) this.source?.setSpeed(deviceSpeedFor(speed));
    if (this.source?.complete === false) void this.endWriter();
  }

  /**
   * Sends what was recorded up to the moment. The source is told to pause when it is far past `wantMs`, and to go on when it is less
   * than `aheadMs` past it. `nowMs` on a steady clock.
   */
  pump(upToMs: number, wantMs: number, aheadMs: number, nowMs: number): void {
    this.waiting.giveOut(
      upToMs,
      () => this.socket.ready,
      (frame) => this.send(frame),
    );
    this.balance(wantMs, aheadMs, nowMs);
  }

  /** Nothing of this channel until the moment. */
  tellGap(timeMs: number): void {
    this.tell('gap', 'Nothing was recorded', timeMs);
  }

  /** The device is here again: goes on where it stopped. */
  retry(): void {
    if (this.told.state !== 'offline' || this.closed) return;
    this.over = false;
    this.tell('opening', 'Asking the device', this.reachedMs);
    void this.advance(this.reachedMs);
  }

  /** The device went away. Kept footage plays on. */
  linkLost(): void {
    if (this.source?.from !== 'device') return;
    void this.leaveSource();
    this.fail({ kind: 'offline', message: 'The device is offline' });
  }

  fail({ kind, message }: SourceEnd): void {
    this.over = true;
    this.rest();
    if (kind === 'reached' || kind === 'finished') this.tell('ended', '');
    else this.tell(kind, message);
  }

  /** Resolves when the device was told to stop and what was kept is stored. */
  async close(): Promise<void> {
    this.closed = true;
    this.over = true;
    this.place += 1;
    this.waiting.clear();
    await Promise.all([this.leaveSource(), this.endWriter()]);
  }

  /** How far it came, before the first frame what was asked for. */
  private get reachedMs(): number {
    return this.waiting.newestMs ?? this.waiting.wantedMs;
  }

  /** Opens what comes at and after the moment. Never rejects. */
  private async advance(fromMs: number, failure?: SourceEnd): Promise<void> {
    const { place } = this;
    await this.leaveSource();
    let leg: Leg;
    try {
      leg = await this.kit.plan(fromMs, failure !== undefined);
    } catch (error) {
      this.kit.onError('remote playback not planned', error);
      if (place === this.place) this.fail({ kind: 'error', message: 'The playback failed' });
      return;
    }
    if (place !== this.place || this.closed) return;
    if (leg.from === 'busy') return this.fail({ kind: 'limit', message: leg.message });
    if (leg.from === 'nothing') {
      if (leg.state === 'unplayed' && failure !== undefined) return this.fail(failure);
      this.over = true;
      const none = this.waiting.newestMs === null && leg.state === 'none';
      if (this.waiting.empty) this.tell(none ? 'none' : 'ended', none ? 'No Record' : '');
      return this.rest();
    }
    this.encoder.restart();
    this.heldSinceMs = null;
    const source: FrameSource = this.kit.open(leg, deviceSpeedFor(this.speed === 0 ? 1 : this.speed), {
      frame: (frame) => this.onFrame(frame),
      // Never while it is still being opened: a device that is offline ends it at once.
      over: (end) => void Promise.resolve().then(() => this.sourceOver(source, leg, end)),
    });
    this.source = source;
  }

  private onFrame(frame: MediaFrame): void {
    const { source } = this;
    if (this.closed || source === null) return;
    const complete = source.from === 'device' && source.complete;
    if (complete && this.writer === null) this.writer = this.kit.keep();
    for (const encoded of this.encoder.encode(frame, this.stream)) {
      const timeMs = encoded.whole.captureMs;
      if (complete) this.writer?.frame(encoded.whole, timeMs);
      this.waiting.put({ encoded, timeMs, from: source.from }, isKeysOnly(this.speed));
    }
    this.socket.send(this.encoder.takeNote());
    if (this.waiting.bytes > MAX_BYTES && !this.asleep) this.sleep();
  }

  private async sourceOver(source: FrameSource, leg: PlayedLeg, end: SourceEnd): Promise<void> {
    if (this.source !== source || this.closed) return;
    void this.endWriter();
    const fromMs = end.kind === 'reached' ? leg.endMs : this.reachedMs;
    const { newestMs } = this.waiting;
    const stuck = newestMs === null || newestMs === this.progressMs;
    this.progressMs = newestMs;
    if (end.kind === 'reached' || (end.kind === 'finished' && !stuck)) return this.advance(fromMs);
    // That nothing comes may only mean that nothing is there: the list of the device tells.
    if (end.kind !== 'offline' && end.kind !== 'error') return this.advance(fromMs, end);
    await this.leaveSource();
    this.fail(end);
  }

  private send({ encoded, timeMs, from, replay }: WaitingFrame): void {
    const goesOn = this.told.state === 'playing';
    if (!goesOn || this.from !== from) {
      this.from = from;
      // With a moment it says that what comes from there on comes anew: not where one source goes on behind another.
      this.tell('playing', '', goesOn ? undefined : timeMs);
    }
    this.socket.send(encoded.format);
    this.socket.frame(encoded.frame, replay);
  }

  /** Tells the source to pause where too much waits, and to go on where it does not. */
  private balance(wantMs: number, aheadMs: number, nowMs: number): void {
    if (this.over) {
      if (this.waiting.empty && this.told.state === 'playing') this.tell('ended', '');
      return;
    }
    const ahead = (this.waiting.newestMs ?? 0) - wantMs;
    if (this.heldSinceMs === null) {
      if (this.waiting.bytes <= HOLD_BYTES && ahead <= 2 * aheadMs) return;
      this.heldSinceMs = nowMs;
      this.source?.hold();
    } else if (this.waiting.bytes < HOLD_BYTES / 2 && ahead < aheadMs) this.wakeSource();
    else if (!this.asleep && this.source?.from === 'device' && nowMs - this.heldSinceMs >= HELD_MS) this.sleep();
  }

  private wakeSource(): void {
    this.heldSinceMs = null;
    if (this.asleep) {
      this.asleep = false;
      void this.advance(this.reachedMs);
    } else this.source?.goOn();
  }

  /** Frames come although they are not wanted, or are not wanted for long. */
  private sleep(): void {
    this.asleep = true;
    this.rest();
  }

  /** Others may have the device when it was told to stop and what came is stored, unless it is wanted again by then. */
  private rest(): void {
    const { place } = this;
    void Promise.all([this.leaveSource(), this.endWriter()]).then(() => {
      if (place === this.place && (this.over || this.asleep)) this.kit.rest();
    });
  }

  private async leaveSource(): Promise<void> {
    const { source } = this;
    this.source = null;
    try {
      await source?.close();
    } catch (error) {
      this.kit.onError('remote playback not stopped', error);
    }
  }

  /** Resolves when everything that was to be kept is stored. */
  private endWriter(): Promise<void> {
    const { writer, storing } = this;
    this.writer = null;
    if (writer !== null) this.storing = Promise.all([storing, writer.close()]).then(() => undefined);
    return this.storing;
  }

  private tell(state: PlaybackState['state'], message: string, timeMs?: number): void {
    this.told = {
      state,
      message,
      generation: this.generation,
      from: this.from,
      ...(timeMs !== undefined && { timeMs: Math.round(timeMs) }),
    };
    this.socket.state(this.told);
  }
}

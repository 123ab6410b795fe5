// One channel of a remote playback: where its frames come from now, what waits to be sent, what the player is told. The clock that
// says what is due belongs to the playback (remote-play.ts).
import type { PlaybackState } from '@outrider/contract';
import type { MediaFrame } from '../../gateway/index.ts';
import type { Encoded } from '../../media/index.ts';
import { FlowEncoder } from '../../media/index.ts';
import type { KeptWriter } from '../recording/index.ts';
import type { ChannelSocket } from './channel-socket.ts';
import { deviceSpeedFor, isKeysOnly, type FrameSource, type SourceEnd, type SourceEvents } from './frame-source.ts';

/** The next piece of the way: where it comes from and up to when. It may begin later than was asked for. */
export type Leg =
  | { from: 'kept' | 'device'; startMs: number; endMs: number }
  | { from: 'nothing'; state: 'ended' | 'none' | 'unplayed' };

export type ChannelPlayKit = {
  /** What comes at and after the moment. `tried`: the device ended there before it should. */
  plan: (fromMs: number, tried: boolean) => Promise<Leg>;
  open: (
    leg: Exclude<Leg, { from: 'nothing' }>,
    speed: ReturnType<typeof deviceSpeedFor>,
    events: SourceEvents,
  ) => FrameSource;
  /** A place for what the device sends, null where nothing shall be kept. */
  keep: () => KeptWriter | null;
  onError: (what: string, error: unknown) => void;
};

/** A device that is told to pause for longer closes by itself sooner or later: it is stopped, and asked anew when it is time. */
const HELD_MS = 40_000;

/** `replay`: before the moment asked for, or shown before: it is decoded only. */
type Queued = { encoded: Encoded; timeMs: number; from: FrameSource['from']; replay: boolean };

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
  private queue: Queued[] = [];
  private queuedBytes = 0;
  private source: FrameSource | null = null;
  private writer: KeptWriter | null = null;
  private storing: Promise<void> = Promise.resolve();
  private speed = 1;
  /** Where what is sent now came from. */
  private from: FrameSource['from'] = 'device';
  private wantedMs: number;
  private newestMs: number | null = null;
  private lastMs = { video: 0, audio: 0 };
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
    this.wantedMs = wanted.startMs;
    this.encoder = new FlowEncoder(wanted.channel);
    this.told = { state: 'opening', message: '', generation: 0, from: 'device' };
  }

  /** When the newest frame that came was recorded; null: none of this place came. */
  get newest(): number | null {
    return this.newestMs;
  }

  /** When the oldest frame that waits was recorded. */
  get oldestWaiting(): number | undefined {
    return this.queue[0]?.timeMs;
  }

  /** Nothing more comes, and nothing waits. */
  get done(): boolean {
    return this.over && this.queue.length === 0;
  }

  /** Frames may still come: the clock waits for them. */
  get flowing(): boolean {
    return !this.over;
  }

  /** Begins at the moment, after a seek anew. What waited is dropped. */
  go(timeMs: number, generation: number, speed: number): void {
    this.place += 1;
    this.generation = generation;
    this.wantedMs = timeMs;
    this.clearQueue();
    this.newestMs = null;
    this.lastMs = { video: 0, audio: 0 };
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
    let sent = 0;
    while (this.socket.ready) {
      const next = this.queue[sent];
      if (next === undefined || next.timeMs > upToMs) break;
      sent += 1;
      this.send(next);
    }
    if (sent > 0) {
      for (const { encoded } of this.queue.splice(0, sent)) this.queuedBytes -= encoded.frame.bytes.length;
    }
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
    this.tell('opening', 'Asking the device', this.newestMs ?? this.wantedMs);
    void this.advance(this.newestMs ?? this.wantedMs);
  }

  /** The device went away. Kept footage plays on. */
  linkLost(): void {
    if (this.source?.from !== 'device') return;
    void this.leaveSource();
    this.fail({ kind: 'offline', message: 'The device is offline' });
  }

  fail({ kind, message }: SourceEnd): void {
    this.over = true;
    void this.endWriter();
    if (kind === 'reached' || kind === 'finished') this.tell('ended', '');
    else this.tell(kind, message);
  }

  /** Resolves when the device was told to stop and what was kept is stored. */
  async close(): Promise<void> {
    this.closed = true;
    this.over = true;
    this.place += 1;
    this.clearQueue();
    await Promise.all([this.leaveSource(), this.endWriter()]);
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
    if (leg.from === 'nothing') {
      if (leg.state === 'unplayed' && failure !== undefined) return this.fail(failure);
      this.over = true;
      const none = this.newestMs === null && leg.state === 'none';
      if (this.queue.length === 0) this.tell(none ? 'none' : 'ended', none ? 'No Record' : '');
      return;
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
      this.take(encoded, timeMs, source.from);
    }
    if (this.queuedBytes > MAX_BYTES && !this.asleep) this.sleep();
  }

  private take(encoded: Encoded, timeMs: number, from: FrameSource['from']): void {
    const { kind } = encoded.whole;
    // Where one source goes on behind another, it begins at the key frame before.
    const again = timeMs <= this.lastMs[kind];
    if (again && kind === 'audio') return;
    this.lastMs[kind] = Math.max(this.lastMs[kind], timeMs);
    this.newestMs = Math.max(this.newestMs ?? 0, timeMs);
    if (isKeysOnly(this.speed) && !encoded.frame.key) return;
    this.queue.push({ encoded, timeMs, from, replay: again || timeMs < this.wantedMs });
    this.queuedBytes += encoded.frame.bytes.length;
  }

  private async sourceOver(source: FrameSource, leg: Leg, end: SourceEnd): Promise<void> {
    if (this.source !== source || this.closed) return;
    void this.endWriter();
    const fromMs = end.kind === 'reached' && leg.from !== 'nothing' ? leg.endMs : (this.newestMs ?? this.wantedMs);
    const stuck = this.newestMs === null || this.newestMs === this.progressMs;
    this.progressMs = this.newestMs;
    if (end.kind === 'reached' || (end.kind === 'finished' && !stuck)) return this.advance(fromMs);
    // That nothing comes may only mean that nothing is there: the list of the device tells.
    if (end.kind !== 'offline' && end.kind !== 'error') return this.advance(fromMs, end);
    await this.leaveSource();
    this.fail(end);
  }

  private send({ encoded, timeMs, from, replay }: Queued): void {
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
      if (this.queue.length === 0 && this.told.state === 'playing') this.tell('ended', '');
      return;
    }
    const ahead = (this.newestMs ?? 0) - wantMs;
    if (this.heldSinceMs === null) {
      if (this.queuedBytes <= HOLD_BYTES && ahead <= 2 * aheadMs) return;
      this.heldSinceMs = nowMs;
      this.source?.hold();
    } else if (this.queuedBytes < HOLD_BYTES / 2 && ahead < aheadMs) this.wakeSource();
    else if (!this.asleep && this.source?.from === 'device' && nowMs - this.heldSinceMs >= HELD_MS) this.sleep();
  }

  private wakeSource(): void {
    this.heldSinceMs = null;
    if (this.asleep) {
      this.asleep = false;
      void this.advance(this.newestMs ?? this.wantedMs);
    } else this.source?.goOn();
  }

  /** Frames come although they are not wanted, or are not wanted for long. */
  private sleep(): void {
    this.asleep = true;
    void this.endWriter();
    void this.leaveSource();
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

  private clearQueue(): void {
    this.queue = [];
    this.queuedBytes = 0;
    this.heldSinceMs = null;
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

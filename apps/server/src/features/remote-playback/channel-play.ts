// One channel of a remote playback: the source of its frames, what is kept of them, and the socket they go to. What it does next is
// channel-step.ts, what waits to be sent waiting-frames.ts; the clock that says what is due belongs to the playback (remote-play.ts).
import type { PlaybackState } from '@outrider/contract';
import type { DeviceSpeed, MediaFrame } from '../../gateway/index.ts';
import { FlowEncoder } from '../../media/index.ts';
import type { KeptWriter } from '../recording/index.ts';
import type { ChannelSocket } from './channel-socket.ts';
import {
  initialChannel,
  stepChannel,
  type ChannelEffect,
  type ChannelInput,
  type Leg,
  type PlayedLeg,
} from './channel-step.ts';
import { isKeysOnly, type FrameSource, type SourceEvents } from './frame-source.ts';
import { WaitingFrames, type WaitingFrame } from './waiting-frames.ts';

export type ChannelPlayKit = {
  /** What comes at and after the moment. `tried`: the device ended there before it should. */
  plan: (fromMs: number, tried: boolean) => Promise<Leg>;
  open: (leg: PlayedLeg, speed: DeviceSpeed, events: SourceEvents) => FrameSource;
  /** The device is not used until the next plan. */
  rest: () => void;
  /** A place for what the device sends, null where nothing shall be kept. */
  keep: () => KeptWriter | null;
  onError: (what: string, error: unknown) => void;
};

export class ChannelPlay {
  readonly channel: number;
  readonly socket: ChannelSocket;
  readonly #kit: ChannelPlayKit;
  readonly #stream: 'main' | 'sub';
  readonly #waiting: WaitingFrames;
  #state = initialChannel;
  #encoder: FlowEncoder;
  #source: FrameSource | null = null;
  #writer: KeptWriter | null = null;
  #storing: Promise<void> = Promise.resolve();

  constructor(
    kit: ChannelPlayKit,
    wanted: { channel: number; stream: 'main' | 'sub'; socket: ChannelSocket; startMs: number },
  ) {
    this.#kit = kit;
    this.channel = wanted.channel;
    this.#stream = wanted.stream;
    this.socket = wanted.socket;
    this.#waiting = new WaitingFrames(wanted.startMs);
    this.#encoder = new FlowEncoder(wanted.channel);
  }

  /** What the player was told last. */
  get told(): PlaybackState {
    return this.#state.told;
  }

  /** When the newest frame that came was recorded; null: none of this place came. */
  get newest(): number | null {
    return this.#waiting.newestMs;
  }

  /** When the oldest frame that waits was recorded. */
  get oldestWaiting(): number | undefined {
    return this.#waiting.oldestMs;
  }

  /** Nothing more comes, and nothing waits. */
  get done(): boolean {
    return !this.flowing && this.#waiting.empty;
  }

  /** Frames may still come: the clock waits for them. */
  get flowing(): boolean {
    const { at } = this.#state.phase;
    return at !== 'over' && at !== 'closed';
  }

  /** Begins at the moment, also after a seek. What waited is dropped. */
  go(timeMs: number, generation: number, speed: number): void {
    this.#step({ kind: 'go', timeMs, generation, speed });
  }

  setSpeed(speed: number): void {
    this.#step({ kind: 'speed', speed });
    if (this.#source?.complete === false) void this.#endWriter();
  }

  /**
   * Sends what was recorded up to the moment. The source is told to pause when it is far past `wantMs`, and to go on when it is less
   * than `aheadMs` past it. `nowMs` on a steady clock.
   */
  pump(upToMs: number, wantMs: number, aheadMs: number, nowMs: number): void {
    this.#waiting.giveOut(
      upToMs,
      () => this.socket.ready,
      (frame) => this.#send(frame),
    );
    this.#step({ kind: 'balance', wantMs, aheadMs, nowMs });
  }

  /** Nothing of this channel until the moment. */
  tellGap(timeMs: number): void {
    this.#step({ kind: 'gap', timeMs });
  }

  /** The device is here again: goes on where it stopped. */
  retry(): void {
    this.#step({ kind: 'online' });
  }

  /** The device went away. Kept footage plays on. */
  linkLost(): void {
    this.#step({ kind: 'offline' });
  }

  /** Resolves when the device was told to stop and what was kept is stored. */
  async close(): Promise<void> {
    this.#step({ kind: 'close' });
    this.#waiting.clear();
    await Promise.all([this.#leaveSource(), this.#endWriter()]);
  }

  #step(input: ChannelInput): void {
    const { state, effects } = stepChannel(this.#state, input, this.#waiting);
    this.#state = state;
    for (const effect of effects) this.#act(effect);
  }

  #act(effect: ChannelEffect): void {
    switch (effect.do) {
      case 'tell':
        return this.socket.state(this.#state.told);
      case 'begin':
        this.#waiting.begin(effect.timeMs);
        this.#encoder = new FlowEncoder(this.channel);
        return;
      case 'pace':
        return this.#source?.setSpeed(effect.speed);
      case 'store':
        return void this.#endWriter();
      case 'seek':
        return this.#step({ kind: 'sought', timeMs: effect.timeMs, done: this.#source?.seek(effect.timeMs) === true });
      case 'plan':
        return void this.#plan(effect.plan, effect.fromMs, effect.tried);
      case 'open':
        return this.#open(effect.leg, effect.speed);
      case 'hold':
        return this.#source?.hold();
      case 'go-on':
        return this.#source?.goOn();
      case 'rest':
        return void this.#rest(effect.plan);
      case 'free':
        return this.#kit.rest();
    }
  }

  /** Never rejects. */
  async #plan(plan: number, fromMs: number, tried: boolean): Promise<void> {
    await this.#leaveSource();
    try {
      const leg = await this.#kit.plan(fromMs, tried);
      this.#step({ kind: 'planned', plan, leg });
    } catch (error) {
      this.#kit.onError('remote playback not planned', error);
      this.#step({ kind: 'unplanned', plan });
    }
  }

  #open(leg: PlayedLeg, speed: DeviceSpeed): void {
    this.#encoder.restart();
    const source: FrameSource = this.#kit.open(leg, speed, {
      frame: (frame) => this.#onFrame(frame),
      // Never while it is still being opened: a device that is offline ends it at once.
      over: (end) =>
        queueMicrotask(() => {
          if (this.#source === source) this.#step({ kind: 'ended', end });
        }),
    });
    this.#source = source;
  }

  #onFrame(frame: MediaFrame): void {
    const source = this.#source;
    if (source === null) return;
    const complete = source.from === 'device' && source.complete;
    if (complete) this.#writer ??= this.#kit.keep();
    for (const encoded of this.#encoder.encode(frame, this.#stream)) {
      const timeMs = encoded.whole.captureMs;
      if (complete) this.#writer?.frame(encoded.whole, timeMs);
      this.#waiting.put({ encoded, timeMs, from: source.from }, isKeysOnly(this.#state.speed));
    }
    this.socket.send(this.#encoder.takeNote());
    this.#step({ kind: 'came' });
  }

  #send({ encoded, timeMs, from, replay }: WaitingFrame): void {
    this.#step({ kind: 'send', from, timeMs });
    this.socket.send(encoded.format);
    this.socket.frame(encoded.frame, replay);
  }

  async #rest(plan: number): Promise<void> {
    await Promise.all([this.#leaveSource(), this.#endWriter()]);
    this.#step({ kind: 'rested', plan });
  }

  async #leaveSource(): Promise<void> {
    const source = this.#source;
    this.#source = null;
    try {
      await source?.close();
    } catch (error) {
      this.#kit.onError('remote playback not stopped', error);
    }
  }

  /** Resolves when everything that was to be kept is stored. */
  #endWriter(): Promise<void> {
    const [writer, storing] = [this.#writer, this.#storing];
    this.#writer = null;
    if (writer !== null) this.#storing = Promise.all([storing, writer.close()]).then(() => undefined);
    return this.#storing;
  }
}

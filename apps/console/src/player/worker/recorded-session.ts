// One recorded channel in its worker: the socket, the way of each frame to its moment on the screen or in the loudspeaker, and what the
// page is told. Rules with memory are in recorded-state.ts, picture-pump.ts and recorded-line.ts.
import { streamFlags, streamKinds } from '@outrider/contract';
import type { PlaybackState, StreamHeader } from '@outrider/contract';
import { readStamp } from '@outrider/media';
import type { Clock, Stop } from '../../lib/time.ts';
import { firstStatus } from '../messages.ts';
import type { PlayerStatus, ToWorklet } from '../messages.ts';
import { mediaAt } from '../recorded/media-clock.ts';
import type { MediaClock } from '../recorded/media-clock.ts';
import type { Drawn, FromRecorded, OpenRecorded, ToRecorded } from '../recorded/messages.ts';
import { AudioTrack } from './audio-track.ts';
import { CodecScreen } from './codec-screen.ts';
import { DecoderTrust } from './decoder-trust.ts';
import type { RecordedFrame } from './frame-shelf.ts';
import { MseScreen } from './mse-screen.ts';
import { PicturePump } from './picture-pump.ts';
import { RecordedLine } from './recorded-line.ts';
import type { RecordedScreen, ScreenEvents } from './recorded-screen.ts';
import { afterFrame, afterShown, afterTold, initialRecorded, phaseOf, progressOf } from './recorded-state.ts';
import type { RecordedState } from './recorded-state.ts';
import { SoundQueue } from './sound-queue.ts';
import { Statistics } from './statistics.ts';
import { videoCodecOf, VideoTrack } from './video-track.ts';

const TICK_MS = 100;
/** Words about waiting appear when it lasts: a seek is over sooner. */
const PATIENCE_MS = 300;
const REPORT_MS = 1000;
const STATISTICS_MS = 1000;
/** The latest pictures on screen, for who compares channels. */
const MAX_DRAWN = 64;

type Post = (message: FromRecorded, transfer?: Transferable[]) => void;

/** Runs from `open` until `close`. */
export class RecordedSession {
  readonly #clock: Clock;
  readonly #steady: () => number;
  readonly #post: Post;
  readonly #open: OpenRecorded;
  readonly #timers: Stop[];
  readonly #line: RecordedLine;
  readonly #screen: RecordedScreen;
  readonly #pump: PicturePump;
  readonly #trust = new DecoderTrust();
  readonly #statistics = new Statistics();
  readonly #sounds = new SoundQueue();
  readonly #audio: AudioTrack;
  #track = new VideoTrack();
  #state: RecordedState;
  #media: MediaClock;
  #speed: number;
  #status: PlayerStatus;
  #drawn: Drawn[] = [];
  #soundPort: MessagePort | undefined;
  #hearing = false;
  #waitingSinceMs: number | undefined;
  #told = '';

  constructor(clock: Clock, steady: () => number, post: Post, open: OpenRecorded) {
    this.#clock = clock;
    this.#steady = steady;
    this.#post = post;
    this.#open = open;
    this.#media = open.clock;
    this.#speed = open.speed;
    this.#state = initialRecorded(open.mode, open.generation, open.startMs);
    this.#status = firstStatus('main', clock.now());
    this.#audio = new AudioTrack((samples, rate) => this.#sound(samples, rate), post);
    const events = this.#screenEvents();
    this.#screen = open.canvas === undefined ? new MseScreen(post, events) : new CodecScreen(open.canvas, events);
    this.#pump = new PicturePump({ clock, steady, screen: this.#screen, media: open.clock });
    this.#pump.begin(open.startMs);
    this.#line = this.#makeLine();
    this.#line.open(open.addresses);
    this.#timers = [
      clock.every(TICK_MS, () => this.#tick()),
      clock.every(REPORT_MS, () => this.#report()),
      clock.every(STATISTICS_MS, () => this.#postStatistics()),
    ];
  }

  take(message: Exclude<ToRecorded, { kind: 'open' | 'close' }>): void {
    switch (message.kind) {
      case 'clock':
        this.#setClock(message.clock, message.speed);
        break;
      case 'seek':
        this.#seek(message);
        break;
      case 'reopen':
        this.#begin(this.#state.generation, this.#timeMs);
        this.#line.open(message.addresses);
        break;
      case 'visible':
        this.#pump.setVisible(message.visible);
        break;
      case 'sound':
        this.#setSound(message.on, message.port);
        break;
      case 'snapshot':
        void this.#snapshot(message.id);
        break;
      case 'shown':
        if (this.#screen instanceof MseScreen) this.#screen.played(message.currentTime, message.dropped);
        break;
      case 'element-failed':
        this.#decoderLost('the media element failed');
        break;
      case 'drawn':
        this.#post({ kind: 'drawn', id: message.id, drawn: this.#drawn });
        break;
      default:
        message satisfies never;
    }
  }

  close(): void {
    for (const stop of this.#timers) stop();
    this.#line.close();
    this.#audio.close();
    this.#pump.close();
  }

  get #timeMs(): number {
    return mediaAt(this.#media, this.#steady());
  }

  #makeLine(): RecordedLine {
    const { mode, generation } = this.#open;
    return new RecordedLine(this.#clock, mode, generation, {
      frame: (header, body) => this.#takeFrame(header, body),
      told: (state) => this.#takeState(state),
      moved: (next, timeMs) => {
        this.#begin(next, timeMs);
        this.#post({ kind: 'moved', generation: next, timeMs });
      },
      heard: (bytes) => this.#statistics.bytes(bytes, this.#clock.now()),
      lost: (_opened, message) => {
        this.#state = { ...this.#state, lost: { message } };
        this.#tell();
        this.#post({ kind: 'lost' });
      },
    });
  }

  #setClock(clock: MediaClock, speed: number): void {
    const changed = speed !== this.#speed || (clock.rate === 0) !== (this.#media.rate === 0);
    this.#media = clock;
    this.#speed = speed;
    this.#pump.setClock(clock);
    if (changed) this.#report();
    this.#tell();
  }

  #seek(message: Extract<ToRecorded, { kind: 'seek' }>): void {
    this.#media = message.clock;
    this.#speed = message.speed;
    if (this.#line.want(message.generation)) this.#begin(message.generation, message.timeMs);
    if (this.#open.mode === 'lopb') this.#line.seek(message.timeMs, message.speed);
    this.#pump.setClock(message.clock);
  }

  /** Forgets what came: frames from another moment on follow. */
  #begin(generation: number, timeMs: number): void {
    this.#state = { ...initialRecorded(this.#open.mode, generation, timeMs), unsupported: this.#state.unsupported };
    this.#track = new VideoTrack();
    this.#sounds.clear();
    this.#audio.close();
    this.#pump.begin(timeMs);
    this.#tell();
  }

  #report(): void {
    this.#line.report(this.#timeMs, this.#speed);
  }

  #takeState(told: PlaybackState): void {
    const { newestMs } = this.#state;
    this.#state = afterTold(this.#state, told);
    if (told.state === 'playing' && told.timeMs !== undefined && newestMs !== undefined) this.#pump.renew(told.timeMs);
    if (told.state === 'ended' || told.state === 'gap') this.#screen.rest();
    this.#setStatus({ origin: told.from });
    this.#tell();
  }

  #takeFrame(header: StreamHeader, body: Uint8Array): void {
    if (header.kind === streamKinds.video) this.#takeVideo(header, body);
    else if (header.kind === streamKinds.audio) this.#takeSound(header, body);
    else if (header.kind === streamKinds.parameterSets) {
      const codec = videoCodecOf(header.codec);
      if (codec !== undefined) this.#track.takeSets(body, codec);
    } // kinds of a later version are skipped
  }

  #takeVideo(header: StreamHeader, body: Uint8Array): void {
    const hint = videoCodecOf(header.codec);
    const frame = hint === undefined ? undefined : this.#track.takeFrame(body, hint);
    const { format } = this.#track;
    if (frame === undefined || format === undefined) return;
    const timeMs = header.presentationUs / 1000;
    this.#state = afterFrame(this.#state, timeMs, true);
    this.#setStatus({ stream: (header.flags & streamFlags.sub) === 0 ? 'main' : 'sub' });
    const stamp = readStamp(frame.bytes, frame.codec);
    this.#statistics.stamped = stamp !== null;
    const replay = (header.flags & streamFlags.replay) !== 0;
    if (replay) this.#state = { ...this.#state, beforeMs: timeMs };
    const coded: RecordedFrame = {
      bytes: frame.bytes,
      key: frame.key,
      timeMs,
      replay,
      takenMs: stamp?.captureMs ?? timeMs,
    };
    this.#statistics.took({ replay, captureMs: 0 });
    this.#pump.put(coded, format);
  }

  #takeSound(header: StreamHeader, body: Uint8Array): void {
    this.#setStatus({ hasAudio: true });
    const timeMs = header.presentationUs / 1000;
    this.#state = afterFrame(this.#state, timeMs, false);
    if (!this.#hearing || (header.flags & streamFlags.replay) !== 0) return;
    this.#sounds.put({ codec: header.codec, timeMs, sampleRate: header.detail, body: body.slice() });
  }

  #setSound(on: boolean, port: MessagePort | undefined): void {
    this.#hearing = on;
    if (port !== undefined) this.#soundPort = port;
    if (on) return;
    this.#sounds.clear();
    this.#audio.close();
  }

  #sound(samples: Float32Array<ArrayBuffer>, sampleRate: number): void {
    if (this.#soundPort === undefined) this.#post({ kind: 'pcm', samples, sampleRate }, [samples.buffer]);
    else this.#soundPort.postMessage({ samples, sampleRate } satisfies ToWorklet, [samples.buffer]);
  }

  #tick(): void {
    for (const { codec, timeMs, sampleRate, body } of this.#sounds.due(this.#media, this.#steady()))
      this.#audio.take(codec, timeMs * 1000, sampleRate, body);
    this.#tell();
  }

  #screenEvents(): ScreenEvents {
    return {
      shown: ({ timeMs, takenMs, replay }, width, height) => {
        this.#state = afterShown(this.#state, timeMs);
        this.#statistics.showed({ replay, captureMs: 0 }, this.#clock.now());
        this.#drawn = [...this.#drawn.slice(1 - MAX_DRAWN), { atMs: this.#steady(), takenMs }];
        const codec = this.#track.format?.sets.codec === 'h265' ? 'H.265' : 'H.264';
        this.#setStatus({ width, height, codec, hasPicture: true });
        if (this.#media.rate === 0) this.#tell();
      },
      decoded: () => this.#pump.pump(),
      unsupported: () => {
        this.#state = { ...this.#state, unsupported: true };
        this.#setStatus({ codec: this.#track.format?.sets.codec === 'h265' ? 'H.265' : 'H.264' });
        this.#pump.decoderLost();
        this.#tell();
      },
      failed: (reason) => this.#decoderLost(reason),
    };
  }

  #decoderLost(reason: string): void {
    this.#pump.decoderLost();
    this.#statistics.decoderFailures += 1;
    if (this.#trust.failed(this.#clock.now()) === 'give-up') this.#post({ kind: 'failed', reason });
  }

  async #snapshot(id: number): Promise<void> {
    const blob = await this.#screen.snapshot();
    this.#post(blob === undefined ? { kind: 'snapshot', id } : { kind: 'snapshot', id, blob });
  }

  /** Tells the page how the channel stands, where that changed. */
  #tell(): void {
    const progress = progressOf(this.#state, this.#pump.nextMs);
    const text = JSON.stringify(progress);
    if (text !== this.#told) {
      this.#told = text;
      this.#post({ kind: 'progress', progress });
    }
    const { phase, message, untilMs } = phaseOf(this.#state, this.#timeMs);
    const nowMs = this.#clock.now();
    const waits = phase === 'connecting' || phase === 'buffering';
    this.#waitingSinceMs = waits ? (this.#waitingSinceMs ?? nowMs) : undefined;
    const passing = this.#waitingSinceMs !== undefined && nowMs - this.#waitingSinceMs < PATIENCE_MS;
    if (passing && this.#status.hasPicture) return;
    const sinceMs = untilMs ?? (phase === this.#status.phase ? this.#status.sinceMs : nowMs);
    this.#setStatus({ phase, message, sinceMs });
  }

  #setStatus(change: Partial<PlayerStatus>): void {
    const same = Object.entries(change).every(([key, value]) => Reflect.get(this.#status, key) === value);
    if (same) return;
    this.#status = { ...this.#status, ...change };
    this.#post({ kind: 'status', status: this.#status });
  }

  #postStatistics(): void {
    const { codec, width, height } = this.#status;
    const about = {
      codec: `${codec} ${this.#track.format?.codecString ?? ''}`.trim(),
      width,
      height,
      decoder: this.#screen.name,
      transport: this.#line.transport,
      audio: this.#audio.text,
    };
    const dropped = this.#pump.shelf.dropped + this.#screen.dropped;
    this.#post({ kind: 'statistics', statistics: this.#statistics.read(about, dropped, this.#clock.now()) });
  }
}

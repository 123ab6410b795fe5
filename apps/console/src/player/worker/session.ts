// One player in its worker: the socket, the state of the tile, the way of each message to decoder and sound. Rules with memory are
// in live-state.ts and frame-gate.ts.
import { decodeStreamMessage, streamFlags, streamKinds } from '@outrider/contract';
import type { StreamHeader } from '@outrider/contract';
import { readStamp } from '@outrider/media';
import type { Clock, Stop } from '../../lib/time.ts';
import { firstStatus } from '../messages.ts';
import type { Allowance, ChannelOf, FromWorker, StreamChoice, ToWorker } from '../messages.ts';
import { CodecSink } from './codec-sink.ts';
import { DecoderTrust } from './decoder-trust.ts';
import { FrameGate } from './frame-gate.ts';
import type { CodedFrame } from './frame-gate.ts';
import { softwareKit } from './hevc/software-kit.ts';
import { LadderSink } from './ladder-sink.ts';
import { MseSink } from './mse-sink.ts';
import { PostedStatus } from './posted-status.ts';
import { readNote, readState } from './read-state.ts';
import { initialLive, stepLive } from './live-state.ts';
import type { LiveInput, LiveState } from './live-state.ts';
import { SoundOut } from './sound-out.ts';
import { Statistics } from './statistics.ts';
import { StreamConnection } from './stream-connection.ts';
import { SubStream } from './sub-stream.ts';
import { Timeline } from './timeline.ts';
import type { VideoSink, VideoSinkEvents } from './video-sink.ts';
import { videoCodecOf, VideoTrack } from './video-track.ts';
import type { VideoFormat } from './video-track.ts';

/** The specification's layout check. */
const TICK_MS = 200;
const STATISTICS_MS = 1000;

type Open = Extract<ToWorker, { kind: 'open' }>;
type Post = (message: FromWorker, transfer?: Transferable[]) => void;

/** Runs from `open` until `close`. */
export class PlayerSession {
  readonly #clock: Clock;
  readonly #post: Post;
  readonly #open: Open;
  readonly #timers: Stop[];
  readonly #gate = new FrameGate();
  readonly #trust = new DecoderTrust();
  readonly #subStream = new SubStream();
  readonly #statistics: Statistics;
  readonly #sound: SoundOut;
  readonly #status: PostedStatus;
  readonly #sink: VideoSink;
  #track = new VideoTrack();
  #timeline = new Timeline();
  #live: LiveState;
  #connection: StreamConnection;
  #configured: VideoFormat | undefined;
  #unsupported: VideoFormat | undefined;
  /** The stream that was asked for; until somebody chose one it is what the server sends. */
  #wanted: StreamChoice;
  #chosen: boolean;
  #keysOnly = false;

  constructor(clock: Clock, post: Post, open: Open) {
    this.#clock = clock;
    this.#post = post;
    this.#open = open;
    this.#wanted = open.stream ?? 'sub';
    this.#chosen = open.stream !== undefined;
    this.#live = initialLive(clock.now());
    this.#statistics = new Statistics();
    this.#sound = new SoundOut(post);
    this.#sink = this.#makeSink(open);
    this.#status = new PostedStatus(firstStatus(this.#wanted, clock.now()), (status) =>
      post({ kind: 'status', status }),
    );
    this.#connection = this.#connect();
    this.#timers = [
      clock.every(TICK_MS, () => this.#input({ kind: 'tick' })),
      clock.every(STATISTICS_MS, () => this.#postStatistics()),
    ];
  }

  choose(stream: StreamChoice): void {
    this.#subStream.chosen(stream);
    this.#want(stream);
  }

  /** What our own decoder may decode. Instead of key pictures of the main stream the sub-stream is tried first. */
  allow(allowance: Allowance): void {
    this.#sink.allow(allowance);
    this.#keysOnly = allowance === 'keys';
    if (this.#keysOnly) this.#trySubStream();
    this.#tell();
  }

  takeCanvas(canvas: OffscreenCanvas, id: number): void {
    this.#sink.takeCanvas?.(canvas, id);
  }

  setVisible(visible: boolean): void {
    for (const frame of this.#gate.setVisible(visible)) this.#decode(frame);
  }

  setSound(on: boolean, port: MessagePort | undefined): void {
    this.#sound.set(on, port);
  }

  async snapshot(id: number): Promise<void> {
    const blob = await this.#sink.snapshot();
    this.#post(blob === undefined ? { kind: 'snapshot', id } : { kind: 'snapshot', id, blob });
  }

  /** What the video element shows (MSE). */
  shown(currentTime: number, behind: number, dropped: number): void {
    this.#statistics.behindMs = behind * 1000;
    this.#sink.played?.(currentTime, dropped);
  }

  elementFailed(): void {
    this.#sink.elementBroke?.();
    this.#sink.close();
    this.#decoderLost('the media element failed');
  }

  close(): void {
    for (const stop of this.#timers) stop();
    this.#connection.close();
    this.#sound.close();
    this.#sink.close();
  }

  #makeSink({ canvas, softwareHevc, pageFeeds }: Open): VideoSink {
    const events = this.#sinkEvents();
    const software = softwareHevc ? softwareKit() : undefined;
    if (canvas !== undefined) return new CodecSink(canvas, events, software);
    return software === undefined
      ? new MseSink(this.#post, events, pageFeeds)
      : new LadderSink(this.#post, events, software, pageFeeds);
  }

  #want(stream: StreamChoice): void {
    this.#wanted = stream;
    this.#chosen = true;
    this.#connection.say({ stream });
  }

  #trySubStream(): void {
    if (this.#subStream.cannot(this.#wanted)) this.#want('sub');
  }

  #connect(): StreamConnection {
    const asked = this.#chosen ? `&stream=${this.#wanted}` : ''; // else the one that is set for the channel
    const addresses = this.#open.addresses.map((address) => `${address}${asked}`);
    return new StreamConnection(this.#clock, addresses, {
      message: (bytes) => this.#take(bytes),
      ended: (opened, message) => this.#input({ kind: 'broken', opened, message }),
    });
  }

  #input(input: LiveInput): void {
    const { state, reopen } = stepLive(this.#live, input, this.#clock.now());
    this.#live = state;
    if (reopen) {
      this.#connection.close();
      this.#gate.awaitKey();
      this.#connection = this.#connect();
    }
    this.#tell();
  }

  #take(bytes: Uint8Array): void {
    const message = decodeStreamMessage(bytes);
    if (message === undefined) return;
    const { header, body } = message;
    this.#statistics.bytes(bytes.length, this.#clock.now());
    switch (header.kind) {
      case streamKinds.video:
        this.#takeVideo(header, body);
        break;
      case streamKinds.audio:
        this.#takeAudio(header, body);
        break;
      case streamKinds.parameterSets:
        this.#takeSets(header, body);
        break;
      case streamKinds.state:
        this.#statistics.serverTime(header.captureMs, this.#clock.now());
        this.#takeState(body);
        break;
      case streamKinds.note:
        this.#status.change(readNote(body));
        break;
      default: // kinds of a later version are skipped
    }
  }

  #takeSets(header: StreamHeader, body: Uint8Array): void {
    const codec = videoCodecOf(header.codec);
    if (codec !== undefined) this.#track.takeSets(body, codec);
  }

  #takeState(body: Uint8Array): void {
    const state = readState(body);
    if (state === undefined) return;
    this.#statistics.serverDropped = Math.max(this.#statistics.serverDropped, state.dropped ?? 0);
    this.#takeSource(
      state.deviceid === undefined ? undefined : { deviceId: state.deviceid, channel: state.channel ?? 0 },
    );
    this.#status.change({ stream: state.stream });
    if (this.#subStream.answered(state.state)) this.#want('main');
    this.#input({ kind: 'told', state });
  }

  /** A random stream moved on: nothing of the other channel stays, neither its picture nor what a decoder knows of it. */
  #takeSource(source: ChannelOf | undefined): void {
    const before = this.#status.value.source;
    if (before?.deviceId === source?.deviceId && before?.channel === source?.channel) return;
    if (before !== undefined) {
      this.#sink.clear();
      this.#sound.close();
      this.#gate.awaitKey();
      this.#track = new VideoTrack();
      this.#configured = undefined;
      this.#live = { ...initialLive(this.#clock.now()), attemptMs: this.#live.attemptMs };
    }
    this.#status.change({ source, lacks: undefined, mute: undefined });
  }

  #takeVideo(header: StreamHeader, body: Uint8Array): void {
    const hint = videoCodecOf(header.codec);
    const frame = hint === undefined ? undefined : this.#track.takeFrame(body, hint);
    if (frame === undefined) return;
    const nowMs = this.#clock.now();
    const discontinuity = (header.flags & streamFlags.discontinuity) !== 0;
    const timestampUs = this.#timeline.place(header.presentationUs, nowMs, discontinuity);
    const stream = (header.flags & streamFlags.sub) === 0 ? 'main' : 'sub';
    if (!this.#chosen) this.#wanted = stream;
    this.#status.change({ stream });
    if (this.#track.format !== undefined && this.#track.format === this.#unsupported) {
      this.#input({ kind: 'unsupported', message: '' });
      return;
    }
    const stamp = readStamp(frame.bytes, frame.codec);
    this.#statistics.stamped = stamp !== null;
    const coded: CodedFrame = {
      bytes: frame.bytes,
      key: frame.key,
      timestampUs,
      replay: (header.flags & streamFlags.replay) !== 0,
      captureMs: stamp?.captureMs ?? header.captureMs,
    };
    this.#statistics.took(coded);
    for (const next of this.#gate.offer(coded, this.#sink.queued)) this.#decode(next);
    // Bytes that wait for a decoder are no picture: the one on screen is the last of the broken decoder.
    this.#input({ kind: this.#live.hasPicture && this.#configured !== undefined ? 'picture' : 'heard' });
  }

  #decode(frame: CodedFrame): void {
    const { format } = this.#track;
    if (format === undefined) return;
    if (frame.key && format !== this.#configured) {
      this.#configured = format;
      this.#sink.configure(format);
      this.#status.change({ codec: format.sets.codec === 'h264' ? 'H.264' : 'H.265' });
    }
    if (this.#configured !== undefined) this.#sink.push(frame, this.#timeline.longestStepUs);
  }

  #takeAudio(header: StreamHeader, body: Uint8Array): void {
    this.#status.change({ hasAudio: true });
    this.#input({ kind: 'heard' });
    if (this.#sound.on) this.#sound.take(header.codec, header.presentationUs, header.detail, body);
  }

  #sinkEvents(): VideoSinkEvents {
    return {
      shown: (frame, width, height) => {
        this.#statistics.showed(frame, this.#clock.now());
        this.#status.change({ width, height });
        this.#input({ kind: 'picture' });
      },
      unsupported: () => {
        this.#unsupported = this.#configured;
        this.#forgetDecoder();
        this.#input({ kind: 'unsupported', message: '' });
        this.#trySubStream();
      },
      failed: (reason) => this.#decoderLost(reason),
      lost: () => {
        this.#configured = undefined;
        this.#gate.decoderGone();
      },
    };
  }

  /** The picture on screen stays, and the next key frame gets a new decoder; where that does not help, the page begins again. */
  #decoderLost(reason: string): void {
    this.#forgetDecoder();
    if (this.#trust.failed(this.#clock.now()) === 'give-up') this.#post({ kind: 'failed', reason });
  }

  #forgetDecoder(): void {
    this.#configured = undefined;
    this.#gate.awaitKey();
  }

  #tell(): void {
    const { phase, sinceMs, message, hasPicture, retryAtMs } = this.#live;
    const instead = this.#keysOnly ? 'keys' : this.#subStream.asked && this.#status.value.stream === 'sub' ? 'sub' : '';
    this.#status.change({ phase, sinceMs, message, hasPicture, retryAtMs, instead });
  }

  #postStatistics(): void {
    const { codec, width, height } = this.#status.value;
    const about = {
      codec: this.#track.format === undefined ? codec : `${codec} ${this.#track.format.codecString}`.trim(),
      width,
      height,
      decoder: this.#sink.name,
      transport: this.#connection.transport,
      audio: this.#sound.text,
    };
    const { load } = this.#sink;
    this.#post(load === undefined ? { kind: 'software' } : { kind: 'software', load });
    const dropped = this.#gate.dropped + this.#sink.dropped;
    this.#post({ kind: 'statistics', statistics: this.#statistics.read(about, dropped, this.#clock.now()) });
  }
}

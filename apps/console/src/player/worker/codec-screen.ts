// Recorded pictures by WebCodecs onto an OffscreenCanvas: a few are decoded ahead, each is drawn when its moment comes.
import type { RecordedFrame } from './frame-shelf.ts';
import type { RecordedScreen, ScreenEvents } from './recorded-screen.ts';
import type { VideoFormat } from './video-track.ts';

/** Decoded pictures that wait. They are large: a few are enough to be in time. */
const MAX_READY = 4;
/** Coded pictures inside the decoder; more for one that gives none before it has many. */
const FIRST_DEPTH = 6;
const MAX_DEPTH = 48;
/** The first picture of a new moment is shown at once, if it is not far ahead of the clock. */
const FIRST_WITHIN_MS = 1500;

type Ready = { readonly picture: VideoFrame; readonly frame: RecordedFrame };

export class CodecScreen implements RecordedScreen {
  readonly name = 'WebCodecs';
  dropped = 0;
  readonly #canvas: OffscreenCanvas;
  readonly #context: OffscreenCanvasRenderingContext2D | null;
  readonly #events: ScreenEvents;
  /** By the number each got as its decoder timestamp: recorded times may repeat. */
  readonly #inside = new Map<number, RecordedFrame>();
  #ready: Ready[] = [];
  #decoder: VideoDecoder | undefined;
  #number = 0;
  #depth = FIRST_DEPTH;
  #drawn = false;
  /** Nothing of the present moment was shown yet. */
  #fresh = true;

  constructor(canvas: OffscreenCanvas, events: ScreenEvents) {
    this.#canvas = canvas;
    this.#context = canvas.getContext('2d', { alpha: false, desynchronized: true });
    this.#events = events;
  }

  get room(): number {
    if (this.#ready.length >= MAX_READY) return 0;
    const starved = this.#ready.length === 0 && this.#decoder?.decodeQueueSize === 0;
    if (starved && this.#inside.size >= this.#depth) this.#depth = Math.min(MAX_DEPTH, this.#depth * 2);
    return Math.max(0, this.#depth - this.#inside.size);
  }

  get nextMs(): number | undefined {
    return this.#ready[0]?.frame.timeMs;
  }

  configure({ codecString }: VideoFormat): void {
    this.#stop();
    const config: VideoDecoderConfig = { codec: codecString, optimizeForLatency: true };
    const decoder = new VideoDecoder({
      output: (picture) => this.#take(decoder, picture),
      error: (error) => this.#broken(decoder, error),
    });
    this.#decoder = decoder;
    decoder.configure(config);
    VideoDecoder.isConfigSupported(config).then(
      ({ supported }) => {
        if (supported !== true && this.#decoder === decoder) this.#refuse();
      },
      () => this.#refuse(),
    );
  }

  push(frame: RecordedFrame): void {
    const decoder = this.#decoder;
    if (decoder === undefined || decoder.state !== 'configured') return;
    this.#number += 1;
    this.#inside.set(this.#number, frame);
    const { bytes, key } = frame;
    try {
      decoder.decode(new EncodedVideoChunk({ type: key ? 'key' : 'delta', timestamp: this.#number, data: bytes }));
    } catch (error) {
      this.#broken(decoder, error instanceof Error ? error : new Error('the decoder refused a frame'));
    }
  }

  show(timeMs: number): void {
    const due = this.#ready.findLastIndex(({ frame }) => frame.timeMs <= timeMs);
    const first = this.#ready[0];
    const atOnce = this.#fresh && first !== undefined && first.frame.timeMs <= timeMs + FIRST_WITHIN_MS;
    const at = due < 0 && atOnce ? 0 : due;
    if (at < 0) return;
    const gone = this.#ready.splice(0, at + 1);
    for (const [i, { picture, frame }] of gone.entries()) {
      if (i === at) this.#draw(picture, frame);
      else this.dropped += 1;
      picture.close();
    }
  }

  /** What is inside the decoder belongs to the former moment: a key frame follows, with a format and so with a new decoder. */
  begin(): void {
    this.#stop();
    this.#fresh = true;
  }

  /** Pictures that are decoded and come before are shown still. */
  renew(timeMs: number): void {
    const kept = this.#ready.filter(({ frame }) => frame.timeMs < timeMs);
    for (const { picture, frame } of this.#ready) if (frame.timeMs >= timeMs) picture.close();
    this.#ready = [];
    this.#stop();
    this.#ready = kept;
  }

  rest(): void {} // each picture is given out as soon as it is decoded

  async snapshot(): Promise<Blob | undefined> {
    return this.#drawn ? this.#canvas.convertToBlob({ type: 'image/png' }) : undefined;
  }

  close(): void {
    this.#stop();
  }

  #draw(picture: VideoFrame, frame: RecordedFrame): void {
    const { displayWidth: width, displayHeight: height } = picture;
    if (this.#canvas.width !== width || this.#canvas.height !== height) {
      this.#canvas.width = width;
      this.#canvas.height = height;
    }
    this.#context?.drawImage(picture, 0, 0, width, height);
    this.#drawn = true;
    this.#fresh = false;
    this.#events.shown(frame, width, height);
  }

  #take(decoder: VideoDecoder, picture: VideoFrame): void {
    const frame = this.#inside.get(picture.timestamp);
    for (const number of this.#inside.keys()) {
      if (number > picture.timestamp) break;
      this.#inside.delete(number);
    }
    if (frame === undefined || frame.replay || decoder !== this.#decoder) picture.close();
    else this.#ready.push({ picture, frame });
    this.#events.decoded();
  }

  #refuse(): void {
    this.#stop();
    this.#events.unsupported();
  }

  #broken(decoder: VideoDecoder, error: Error): void {
    if (this.#decoder !== decoder) return;
    if (error.name === 'NotSupportedError') {
      this.#refuse();
      return;
    }
    this.#stop();
    this.#events.failed(error.message);
  }

  #forgetReady(): void {
    for (const { picture } of this.#ready) picture.close();
    this.#ready = [];
  }

  #stop(): void {
    this.#inside.clear();
    this.#forgetReady();
    if (this.#decoder !== undefined && this.#decoder.state !== 'closed') this.#decoder.close();
    this.#decoder = undefined;
  }
}

// Pictures by WebCodecs onto an OffscreenCanvas: Annex-B as it comes, each picture drawn when it is decoded and closed at once.
import type { CodedFrame } from './frame-gate.ts';
import type { VideoSink, VideoSinkEvents } from './video-sink.ts';
import type { VideoFormat } from './video-track.ts';

/** Pictures in the decoder whose numbers are remembered; more means that it swallows frames. */
const MAX_REMEMBERED = 600;

export class CodecSink implements VideoSink {
  readonly name = 'WebCodecs';
  readonly dropped = 0;
  readonly #canvas: OffscreenCanvas;
  readonly #context: OffscreenCanvasRenderingContext2D | null;
  readonly #events: VideoSinkEvents;
  readonly #inside = new Map<number, CodedFrame>();
  #decoder: VideoDecoder | undefined;
  #replaying = 0;
  #drawn = false;

  constructor(canvas: OffscreenCanvas, events: VideoSinkEvents) {
    this.#canvas = canvas;
    this.#context = canvas.getContext('2d', { alpha: false, desynchronized: true });
    this.#events = events;
  }

  get queued(): number {
    return this.#replaying > 0 ? 0 : (this.#decoder?.decodeQueueSize ?? 0);
  }

  configure({ codecString }: VideoFormat): void {
    this.#stop();
    const config: VideoDecoderConfig = { codec: codecString, optimizeForLatency: true };
    const decoder = new VideoDecoder({
      output: (picture) => this.#show(picture),
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

  push(frame: CodedFrame): void {
    const decoder = this.#decoder;
    if (decoder === undefined || decoder.state !== 'configured') return;
    if (frame.replay) this.#replaying += 1;
    this.#inside.set(frame.timestampUs, frame);
    if (this.#inside.size > MAX_REMEMBERED) {
      this.#broken(decoder, new Error('the decoder gives no pictures'));
      return;
    }
    const { bytes, key, timestampUs } = frame;
    try {
      decoder.decode(new EncodedVideoChunk({ type: key ? 'key' : 'delta', timestamp: timestampUs, data: bytes }));
    } catch (error) {
      this.#broken(decoder, error instanceof Error ? error : new Error('the decoder refused a frame'));
    }
  }

  async snapshot(): Promise<Blob | undefined> {
    return this.#drawn ? this.#canvas.convertToBlob({ type: 'image/png' }) : undefined;
  }

  clear(): void {
    this.#stop();
    this.#drawn = false;
    this.#context?.clearRect(0, 0, this.#canvas.width, this.#canvas.height);
  }

  close(): void {
    this.#stop();
  }

  /** While catching up only the newest picture is drawn: the one after which nothing waits. */
  #show(picture: VideoFrame): void {
    const frame = this.#take(picture.timestamp);
    const old = frame?.replay === true && (this.#decoder?.decodeQueueSize ?? 0) > 0;
    if (frame !== undefined && !old) {
      const { displayWidth: width, displayHeight: height } = picture;
      if (this.#canvas.width !== width || this.#canvas.height !== height) {
        this.#canvas.width = width;
        this.#canvas.height = height;
      }
      this.#context?.drawImage(picture, 0, 0, width, height);
      this.#drawn = true;
      this.#events.shown(frame, width, height);
    }
    picture.close();
  }

  /** The frame of this picture. Frames before it that gave no picture are forgotten. */
  #take(timestampUs: number): CodedFrame | undefined {
    const frame = this.#inside.get(timestampUs);
    for (const [at, { replay }] of this.#inside) {
      if (at > timestampUs) break;
      this.#inside.delete(at);
      if (replay) this.#replaying -= 1;
    }
    return frame;
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

  #stop(): void {
    this.#inside.clear();
    this.#replaying = 0;
    if (this.#decoder !== undefined && this.#decoder.state !== 'closed') this.#decoder.close();
    this.#decoder = undefined;
  }
}

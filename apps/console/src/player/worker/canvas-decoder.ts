// A WebCodecs decoder and the OffscreenCanvas that its pictures are drawn on. When a picture is drawn is not decided here: of a live
// stream in codec-sink.ts, of a recording in codec-screen.ts.
import { FramesInside } from './frames-inside.ts';
import type { VideoFormat } from './video-track.ts';

/** What a decoder takes: Annex-B, with parameter sets in front of a key frame. */
type Coded = { readonly bytes: Uint8Array; readonly key: boolean; readonly replay: boolean };

export type CanvasDecoderEvents<F> = {
  /** A picture left the decoder; who gets it closes it. No frame: it is of no use any more. */
  picture(picture: VideoFrame, frame: F | undefined): void;
  /** The browser cannot decode this codec. */
  unsupported(): void;
  /** The decoder broke: it is gone, the next key frame may start another. */
  failed(reason: string): void;
};

/** A decoder lives from `configure` until `stop`, an error, or the next `configure`. */
export class CanvasDecoder<F extends Coded> {
  readonly inside = new FramesInside<F>();
  readonly #canvas: OffscreenCanvas;
  readonly #context: OffscreenCanvasRenderingContext2D | null;
  readonly #events: CanvasDecoderEvents<F>;
  #decoder: VideoDecoder | undefined;
  #drawn = false;

  constructor(canvas: OffscreenCanvas, events: CanvasDecoderEvents<F>) {
    this.#canvas = canvas;
    this.#context = canvas.getContext('2d', { alpha: false, desynchronized: true });
    this.#events = events;
  }

  /** Frames that wait for the decoder; 0 without one. */
  get queued(): number {
    return this.#decoder?.decodeQueueSize ?? 0;
  }

  configure({ codecString }: VideoFormat): void {
    this.stop();
    const config: VideoDecoderConfig = { codec: codecString, optimizeForLatency: true };
    const decoder = new VideoDecoder({
      output: (picture) => this.#events.picture(picture, this.#frameOf(decoder, picture)),
      error: (error) => this.#broken(decoder, error),
    });
    this.#decoder = decoder;
    decoder.configure(config);
    const judge = (supported: boolean): void => {
      if (!supported && this.#decoder === decoder) this.#refuse();
    };
    VideoDecoder.isConfigSupported(config).then(
      ({ supported }) => judge(supported === true),
      () => judge(false),
    );
  }

  /** Without a decoder the frame is lost. */
  push(frame: F): void {
    const decoder = this.#decoder;
    if (decoder === undefined || decoder.state !== 'configured') return;
    const timestamp = this.inside.put(frame);
    try {
      decoder.decode(new EncodedVideoChunk({ type: frame.key ? 'key' : 'delta', timestamp, data: frame.bytes }));
    } catch (error) {
      this.#broken(decoder, error instanceof Error ? error : new Error('the decoder refused a frame'));
    }
  }

  /** Puts it on screen. */
  draw(picture: VideoFrame): void {
    const { displayWidth: width, displayHeight: height } = picture;
    if (this.#canvas.width !== width || this.#canvas.height !== height) {
      this.#canvas.width = width;
      this.#canvas.height = height;
    }
    this.#context?.drawImage(picture, 0, 0, width, height);
    this.#drawn = true;
  }

  /** The picture on screen as PNG; undefined before the first. */
  async snapshot(): Promise<Blob | undefined> {
    return this.#drawn ? this.#canvas.convertToBlob({ type: 'image/png' }) : undefined;
  }

  /** Takes the picture from the screen. */
  clear(): void {
    this.#drawn = false;
    this.#context?.clearRect(0, 0, this.#canvas.width, this.#canvas.height);
  }

  /** The decoder breaks for a reason it does not see itself. */
  fail(reason: string): void {
    this.stop();
    this.#events.failed(reason);
  }

  /** Ends the decoder; what is inside is lost, what is on screen stays. */
  stop(): void {
    this.inside.clear();
    if (this.#decoder !== undefined && this.#decoder.state !== 'closed') this.#decoder.close();
    this.#decoder = undefined;
  }

  #frameOf(decoder: VideoDecoder, { timestamp }: VideoFrame): F | undefined {
    return decoder === this.#decoder ? this.inside.take(timestamp) : undefined;
  }

  #refuse(): void {
    this.stop();
    this.#events.unsupported();
  }

  #broken(decoder: VideoDecoder, error: Error): void {
    if (this.#decoder !== decoder) return;
    if (error.name === 'NotSupportedError') this.#refuse();
    else this.fail(error.message);
  }
}

// A WebCodecs decoder. What becomes of its pictures is not decided here: of a live stream in codec-sink.ts, of a recording in
// codec-screen.ts. What happens where it cannot continue is decoder-ladder.ts.
import { FramesInside } from './frames-inside.ts';
import type { Picture } from './picture.ts';
import type { VideoFormat } from './video-track.ts';

/** What a decoder takes: Annex-B, with parameter sets in front of a key frame. */
export type Coded = { readonly bytes: Uint8Array; readonly key: boolean; readonly replay: boolean };

export type PictureDecoderEvents<F> = {
  /** A picture left the decoder; who gets it closes it. No frame: it is of no use any more. */
  picture(picture: Picture, frame: F | undefined): void;
  /** The browser cannot decode this codec. */
  unsupported(): void;
  /** The decoder broke: it is gone, the next key frame may start another. */
  failed(reason: string): void;
  /** The browser took the decoder back, as it does after a while without work: the next key frame starts another, and nothing is broken. */
  lost(): void;
  /** A picture now would only push out one that is not shown yet. Only who decodes by itself asks. */
  full?(): boolean;
  /** Nothing waits inside any more. Only who decodes by itself says so. */
  idle?(): void;
};

/** A decoder lives from `configure` until `stop`, an error, or the next `configure`. */
export class PictureDecoder<F extends Coded> {
  readonly inside = new FramesInside<F>();
  readonly #events: PictureDecoderEvents<F>;
  #decoder: VideoDecoder | undefined;

  constructor(events: PictureDecoderEvents<F>) {
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

  /** The decoder breaks for a reason it does not see itself. */
  fail(reason: string): void {
    this.stop();
    this.#events.failed(reason);
  }

  /** Ends the decoder; what is inside is lost. */
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

  /** WebCodecs, "Resource Reclamation": an inactive or hidden decoder may be closed at any time, with a QuotaExceededError. */
  #reclaimed(): void {
    this.stop();
    this.#events.lost();
  }

  #broken(decoder: VideoDecoder, error: Error): void {
    if (this.#decoder !== decoder) return;
    if (error.name === 'NotSupportedError') this.#refuse();
    else if (error.name === 'QuotaExceededError') this.#reclaimed();
    else this.fail(error.message);
  }
}

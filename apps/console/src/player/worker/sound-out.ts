// The sound of one stream on its way out of the worker: decoded while the tile is to be heard, then to the audio worklet where there is
// one, else to the page.
import type { FromPlayer, ToWorklet } from '../messages.ts';
import { AudioTrack } from './audio-track.ts';

type Post = (message: FromPlayer, transfer?: Transferable[]) => void;

export class SoundOut {
  readonly #post: Post;
  readonly #track: AudioTrack;
  #port: MessagePort | undefined;
  #on = false;

  constructor(post: Post) {
    this.#post = post;
    this.#track = new AudioTrack((samples, sampleRate) => this.#play(samples, sampleRate), post);
  }

  /** The tile is to be heard. */
  get on(): boolean {
    return this.#on;
  }

  /** For the statistics; '' before the first block. */
  get text(): string {
    return this.#track.text;
  }

  /** `port` leads to the audio worklet; left out, the one from before stays. */
  set(on: boolean, port: MessagePort | undefined): void {
    this.#on = on;
    if (port !== undefined) this.#port = port;
    if (!on) this.#track.close();
  }

  /** One audio message, now. Bodies that do not decode are skipped. */
  take(codec: number, presentationUs: number, sampleRate: number, body: Uint8Array): void {
    this.#track.take(codec, presentationUs, sampleRate, body);
  }

  /** Sound of another moment or channel follows, or none. */
  close(): void {
    this.#track.close();
  }

  #play(samples: Float32Array<ArrayBuffer>, sampleRate: number): void {
    if (this.#port === undefined) this.#post({ kind: 'pcm', samples, sampleRate }, [samples.buffer]);
    else this.#port.postMessage({ samples, sampleRate } satisfies ToWorklet, [samples.buffer]);
  }
}

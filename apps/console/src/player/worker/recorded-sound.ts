// The sound of one recorded channel: blocks wait for their moment, then they are decoded and played. Only while the tile is to be heard.
import { streamFlags } from '@outrider/contract';
import type { StreamHeader } from '@outrider/contract';
import type { FromPlayer } from '../messages.ts';
import type { MediaClock } from '../recorded/media-clock.ts';
import { SoundOut } from './sound-out.ts';
import { SoundQueue } from './sound-queue.ts';

export class RecordedSound {
  readonly #out: SoundOut;
  readonly #queue = new SoundQueue();

  constructor(post: (message: FromPlayer, transfer?: Transferable[]) => void) {
    this.#out = new SoundOut(post);
  }

  /** For the statistics; '' before the first block. */
  get text(): string {
    return this.#out.text;
  }

  set(on: boolean, port: MessagePort | undefined): void {
    this.#out.set(on, port);
    if (!on) this.#queue.clear();
  }

  put({ codec, presentationUs, detail, flags }: StreamHeader, body: Uint8Array): void {
    if (!this.#out.on || (flags & streamFlags.replay) !== 0) return;
    this.#queue.put({ codec, timeMs: presentationUs / 1000, sampleRate: detail, body: body.slice() });
  }

  /** Plays what is due; `nowMs` of the steady time. */
  play(media: MediaClock, nowMs: number): void {
    for (const { codec, timeMs, sampleRate, body } of this.#queue.due(media, nowMs))
      this.#out.take(codec, timeMs * 1000, sampleRate, body);
  }

  /** Sound of another moment follows, or none. */
  close(): void {
    this.#queue.clear();
    this.#out.close();
  }
}

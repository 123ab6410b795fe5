// Pictures by Media Source Extensions, for pages on plain http: each frame becomes a fragment of our own MP4, appended here in the
// worker. The page only holds the video element and keeps it near the newest picture (follow.ts).
import type { FromWorker } from '../messages.ts';
import { Fragments } from './fragments.ts';
import type { CodedFrame } from './frame-gate.ts';
import { hasWorkerMediaSource } from './media-source.ts';
import type { VideoSink, VideoSinkEvents } from './video-sink.ts';
import type { VideoFormat } from './video-track.ts';

export class MseSink implements VideoSink {
  readonly name: string;
  readonly queued = 0;
  dropped = 0;
  readonly load = undefined;
  readonly #post: (message: FromWorker, transfer?: Transferable[]) => void;
  readonly #events: VideoSinkEvents;
  readonly #fragments: Fragments;
  #replayed = false;

  constructor(
    post: (message: FromWorker, transfer?: Transferable[]) => void,
    events: VideoSinkEvents,
    pageFeeds: boolean,
  ) {
    this.#post = post;
    this.#events = events;
    this.#fragments = new Fragments(post, pageFeeds, (reason) => events.failed(reason));
    this.name = hasWorkerMediaSource() ? 'MSE in the worker' : 'MSE on the page';
  }

  configure(format: VideoFormat): void {
    if (!this.#fragments.configure(format)) this.#events.unsupported();
  }

  push(frame: CodedFrame, stepUs: number): void {
    if (!this.#fragments.append(frame, frame.timestampUs, stepUs)) return;
    if (this.#replayed && !frame.replay) this.#post({ kind: 'jump' });
    this.#replayed = frame.replay;
    const { width, height } = this.#fragments.size;
    this.#events.shown(frame, width, height);
  }

  /** The element shows this moment; it dropped so many pictures by itself. */
  played(currentTime: number, dropped: number): void {
    this.dropped = dropped;
    this.#fragments.played(currentTime);
  }

  allow(): void {} // the browser decodes

  async snapshot(): Promise<Blob | undefined> {
    return undefined;
  }

  /** The element's pictures end where the next stream begins; until then the page hides it. */
  clear(): void {
    this.#fragments.forget();
  }

  close(): void {
    this.#fragments.close();
  }
}

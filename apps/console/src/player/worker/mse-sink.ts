// Pictures by Media Source Extensions, for pages on plain http: each frame becomes a fragment of our own MP4, appended here in the
// worker. The page only holds the video element and keeps it near the newest picture (follow.ts).
import { createFmp4Writer, MediaError } from '@outrider/media';
import type { Fmp4Writer } from '@outrider/media';
import type { FromWorker } from '../messages.ts';
import type { CodedFrame } from './frame-gate.ts';
import { canPlay, hasWorkerMediaSource, openTarget } from './media-source.ts';
import type { SegmentTarget } from './media-source.ts';
import type { VideoSink, VideoSinkEvents } from './video-sink.ts';
import type { VideoFormat } from './video-track.ts';

/** Fragments carry microseconds as they are. */
const TIMESCALE = 1_000_000;

export class MseSink implements VideoSink {
  readonly name: string;
  readonly queued = 0;
  dropped = 0;
  readonly #post: (message: FromWorker, transfer?: Transferable[]) => void;
  readonly #events: VideoSinkEvents;
  #target: SegmentTarget | undefined;
  #writer: Fmp4Writer | undefined;
  #format: VideoFormat | undefined;
  #replayed = false;

  constructor(post: (message: FromWorker, transfer?: Transferable[]) => void, events: VideoSinkEvents) {
    this.#post = post;
    this.#events = events;
    this.name = hasWorkerMediaSource() ? 'MSE in the worker' : 'MSE on the page';
  }

  configure(format: VideoFormat): void {
    const { sets, width, height } = format;
    const writer = this.#makeWriter(format);
    if (writer === undefined) return;
    if (canPlay(writer.mimeType) === false) {
      this.close();
      this.#events.unsupported();
      return;
    }
    this.#writer = writer;
    this.#format = { sets, width, height, codecString: format.codecString };
    if (this.#target === undefined) {
      this.#target = openTarget('video', writer.mimeType, this.#post, (reason) => this.#failed(reason));
    } else this.#target.changeType(writer.mimeType);
    this.#target.append(writer.init().slice());
  }

  push(frame: CodedFrame, stepUs: number): void {
    const segment = this.#writer?.segment(frame.bytes, frame.timestampUs, stepUs, frame.key);
    if (segment === undefined || segment === null || this.#target === undefined) return;
    this.#target.append(segment);
    if (this.#replayed && !frame.replay) this.#post({ kind: 'jump' });
    this.#replayed = frame.replay;
    this.#events.shown(frame, this.#format?.width ?? 0, this.#format?.height ?? 0);
  }

  /** The element shows this moment; it dropped so many pictures by itself. */
  played(currentTime: number, dropped: number): void {
    this.dropped = dropped;
    this.#target?.played(currentTime);
  }

  async snapshot(): Promise<Blob | undefined> {
    return undefined;
  }

  /** The element's pictures end where the next stream begins; until then the page hides it. */
  clear(): void {
    this.#writer = undefined;
  }

  close(): void {
    this.#target?.close();
    this.#target = undefined;
    this.#writer = undefined;
  }

  #makeWriter({ sets, width, height }: VideoFormat): Fmp4Writer | undefined {
    try {
      return createFmp4Writer({ codec: sets.codec, parameterSets: sets, width, height, timescale: TIMESCALE });
    } catch (error) {
      if (!(error instanceof MediaError)) throw error;
      this.#failed(error.message);
      return undefined;
    }
  }

  #failed(reason: string): void {
    this.close();
    this.#events.failed(reason);
  }
}

// Media Source Extensions inside a worker, where the browser has them; else a stand-in that posts the segments to the page.
import type { FromPlayer } from '../messages.ts';
import { SegmentBuffer } from '../segment-buffer.ts';
import type { MediaSourceLike } from '../segment-buffer.ts';

type WorkerMediaSource = {
  new (): MediaSourceLike & { readonly handle: MediaSourceHandle };
  readonly canConstructInDedicatedWorker?: boolean;
  isTypeSupported(mimeType: string): boolean;
};

const isMediaSource = (value: unknown): value is WorkerMediaSource =>
  typeof value === 'function' && 'isTypeSupported' in value;

/** Undefined where this browser's workers have no MediaSource. TypeScript's worker library leaves it out altogether. */
const workerMediaSource = (): WorkerMediaSource | undefined => {
  const found: unknown = Reflect.get(globalThis, 'MediaSource');
  return isMediaSource(found) && found.canConstructInDedicatedWorker === true ? found : undefined;
};

/** Where the segments of one track go. */
export interface SegmentTarget {
  append(bytes: Uint8Array<ArrayBuffer>): void;
  changeType(mimeType: string): void;
  played(currentTime: number): void;
  close(): void;
}

/** Whether this browser can play the type; undefined when only the page can tell. `pageFeeds`: that has Media Source Extensions. */
export const canPlay = (mimeType: string, pageFeeds: boolean): boolean | undefined =>
  workerMediaSource()?.isTypeSupported(mimeType) ?? (pageFeeds ? undefined : false);

export const hasWorkerMediaSource = (): boolean => workerMediaSource() !== undefined;

/** Opens a target for one track and tells the page what to show. `onFailed`: the browser refused the bytes. */
export const openTarget = (
  track: 'video' | 'audio',
  mimeType: string,
  post: (message: FromPlayer, transfer?: Transferable[]) => void,
  onFailed: (reason: string) => void,
): SegmentTarget => {
  const Source = workerMediaSource();
  if (Source !== undefined) {
    const source = new Source();
    const buffer = new SegmentBuffer(source, mimeType, onFailed);
    const { handle } = source;
    post({ kind: 'media', track, handle }, [handle]);
    return buffer;
  }
  post({ kind: 'segments-begin', track, mimeType, fresh: true });
  return {
    append: ({ buffer }) => post({ kind: 'segment', track, bytes: buffer }, [buffer]),
    changeType: (next) => post({ kind: 'segments-begin', track, mimeType: next, fresh: false }),
    played: () => {}, // the page trims its own buffer
    close: () => {},
  };
};

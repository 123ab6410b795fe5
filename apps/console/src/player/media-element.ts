// The media element of a player by MSE: attaches what the worker sends, keeps it near the newest picture, appends segments here
// where workers have no MediaSource.
import { follow } from './follow.ts';
import { SegmentBuffer } from './segment-buffer.ts';

/** What `tick` saw: seconds of the element's timeline and the pictures it dropped so far. */
export type Seen = { readonly currentTime: number; readonly behind: number; readonly dropped: number };

type SourceMaker = new () => MediaSource;
const isSourceMaker = (value: unknown): value is SourceMaker => typeof value === 'function';
const makerOf = (name: 'MediaSource' | 'ManagedMediaSource'): SourceMaker | undefined => {
  const found: unknown = Reflect.get(globalThis, name);
  return isSourceMaker(found) ? found : undefined;
};

/** Segments can be appended here on the page. An iPhone has the managed kind alone, from iOS 17.1 on. */
export const canFeed = (): boolean => (makerOf('MediaSource') ?? makerOf('ManagedMediaSource')) !== undefined;

/** A media element and where its bytes come from: a source inside the worker, or segments appended here. */
export class FedElement<E extends HTMLMediaElement> {
  readonly element: E;
  #segments: SegmentBuffer | undefined;
  #failed = false;

  /** `onFailed` is called once for each source: a browser that refuses bytes may say so more than once. */
  constructor(element: E, onFailed: () => void) {
    this.element = element;
    element.addEventListener('error', () => {
      if (this.#failed) return;
      this.#failed = true;
      onFailed();
    });
  }

  attach(handle: MediaSourceHandle): void {
    // The page's library does not know yet that a handle is a media provider (Media Source Extensions 2, section 3).
    Object.assign(this.element, { srcObject: handle });
    this.#renewed();
  }

  /** Appends what follows, here on the page. `fresh`: in a new source; else it goes on in the same, with this type. */
  begin(mimeType: string, fresh: boolean): void {
    if (!fresh && this.#segments !== undefined) {
      this.#segments.changeType(mimeType);
      return;
    }
    this.#segments?.close();
    this.#segments = undefined;
    this.#renewed();
    const source = this.#makeSource();
    if (source === undefined) {
      this.element.dispatchEvent(new Event('error'));
      return;
    }
    const url = URL.createObjectURL(source);
    this.element.src = url;
    source.addEventListener('sourceopen', () => URL.revokeObjectURL(url), { once: true });
    this.#segments = new SegmentBuffer(source, mimeType, () => this.element.dispatchEvent(new Event('error')));
  }

  append(bytes: ArrayBuffer): void {
    this.#segments?.append(new Uint8Array(bytes));
  }

  /** What is long before this moment of the element may go. */
  played(currentTime: number): void {
    this.#segments?.played(currentTime);
  }

  close(): void {
    this.#segments?.close();
    this.element.removeAttribute('src');
    this.element.srcObject = null;
    this.element.load();
    this.element.remove();
  }

  /** Replaced by a newer source, or not allowed yet: the next tick tries again. */
  protected play(): void {
    this.element.play().catch(() => {});
  }

  /** It has another source, which begins at 0. */
  protected begun(): void {}

  #makeSource(): MediaSource | undefined {
    const Own = makerOf('MediaSource');
    if (Own !== undefined) return new Own();
    const Managed = makerOf('ManagedMediaSource');
    // Without this it would stay closed: it feeds no element that might go on playing elsewhere.
    if (Managed !== undefined) this.element.disableRemotePlayback = true;
    return Managed === undefined ? undefined : new Managed();
  }

  #renewed(): void {
    this.#failed = false;
    this.begun();
  }
}

export class LiveElement<E extends HTMLMediaElement> extends FedElement<E> {
  #jump = false;

  constructor(element: E, onFailed: () => void) {
    super(element, onFailed);
    element.autoplay = true;
  }

  /** The newest picture is wanted at once. */
  jump(): void {
    this.#jump = true;
  }

  /** Once every 200 ms. */
  tick(): Seen {
    const { element } = this;
    const { behind, rate, jumpTo } = follow(element.buffered, element.currentTime, this.#jump);
    if (element.buffered.length > 0) this.#jump = false;
    if (jumpTo !== undefined) element.currentTime = jumpTo;
    if (element.playbackRate !== rate) element.playbackRate = rate;
    if (element.paused && element.buffered.length > 0) this.play();
    this.played(element.currentTime);
    return { currentTime: element.currentTime, behind, dropped: droppedBy(element) };
  }
}

/** Pictures an element dropped so far. */
export const droppedBy = (element: HTMLMediaElement): number =>
  element instanceof HTMLVideoElement ? element.getVideoPlaybackQuality().droppedVideoFrames : 0;

/** The picture a video element shows, as PNG; undefined before the first. */
export const pictureOf = async (video: HTMLVideoElement): Promise<Blob | undefined> => {
  if (video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) return undefined;
  const canvas = new OffscreenCanvas(video.videoWidth, video.videoHeight);
  canvas.getContext('2d')?.drawImage(video, 0, 0);
  return canvas.convertToBlob({ type: 'image/png' });
};

// The media element of a player by MSE: attaches what the worker sends, keeps it near the newest picture, appends segments here
// where workers have no MediaSource.
import { follow } from './follow.ts';
import { SegmentBuffer } from './segment-buffer.ts';

/** What `tick` saw: seconds of the element's timeline and the pictures it dropped so far. */
export type Seen = { readonly currentTime: number; readonly behind: number; readonly dropped: number };

/** A media element and where its bytes come from: a source inside the worker, or segments appended here. */
export class FedElement<E extends HTMLMediaElement> {
  readonly element: E;
  #segments: SegmentBuffer | undefined;

  constructor(element: E, onFailed: () => void) {
    this.element = element;
    element.addEventListener('error', onFailed);
  }

  attach(handle: MediaSourceHandle): void {
    // The page's library does not know yet that a handle is a media provider (Media Source Extensions 2, section 3).
    Object.assign(this.element, { srcObject: handle });
  }

  /** Appends on the page from now on. The same type goes on in the same buffer. */
  begin(mimeType: string): void {
    if (this.#segments !== undefined) {
      this.#segments.changeType(mimeType);
      return;
    }
    const source = new MediaSource();
    this.#segments = new SegmentBuffer(source, mimeType, () => this.element.dispatchEvent(new Event('error')));
    const url = URL.createObjectURL(source);
    this.element.src = url;
    source.addEventListener('sourceopen', () => URL.revokeObjectURL(url), { once: true });
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

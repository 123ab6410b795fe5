// Where the pictures of one player appear on the page: a canvas that its worker draws on, or a video element where the page has no
// WebCodecs. Made again for each worker. Not: what the worker does with it.
import type { FedElement } from './media-element.ts';

type Video = FedElement<HTMLVideoElement>;

/** Wraps a new video element; `onFailed` hears that the element broke. */
export type MakeVideo<V extends Video> = (element: HTMLVideoElement, onFailed: () => void) => V;

const videoElement = (): HTMLVideoElement => {
  const element = document.createElement('video');
  element.muted = true;
  element.playsInline = true;
  element.disablePictureInPicture = true;
  return element;
};

export class PlayerSurface<V extends Video> {
  /** Put it into the page. */
  readonly element = document.createElement('div');
  readonly #makeVideo: MakeVideo<V>;
  #canvas: HTMLCanvasElement | undefined;
  #video: V | undefined;

  constructor(makeVideo: MakeVideo<V>) {
    this.#makeVideo = makeVideo;
  }

  /** The video element in use; undefined where a canvas is. */
  get video(): V | undefined {
    return this.#video;
  }

  /** Gives the canvas for a new worker; nothing where the pictures go to a video element. */
  open(onFailed: () => void): OffscreenCanvas | undefined {
    if ('VideoDecoder' in globalThis) return this.openCanvas();
    this.openVideo(onFailed);
    return undefined;
  }

  /** Pictures appear on a canvas from now on. */
  openCanvas(): OffscreenCanvas {
    this.clear();
    this.#canvas = document.createElement('canvas');
    this.element.append(this.#canvas);
    return this.#canvas.transferControlToOffscreen();
  }

  /** Pictures appear in a video element from now on. */
  openVideo(onFailed: () => void): void {
    this.clear();
    const element = videoElement();
    this.element.append(element);
    this.#video = this.#makeVideo(element, onFailed);
  }

  /** Takes the picture away. */
  clear(): void {
    this.#canvas?.remove();
    this.#canvas = undefined;
    this.#video?.close();
    this.#video = undefined;
  }

  close(): void {
    this.clear();
    this.element.remove();
  }
}

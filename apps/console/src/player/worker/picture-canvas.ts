// The OffscreenCanvas that pictures are drawn on, at the pace the browser can show them. When a picture is due is not decided here.
import { PaintedPicture } from './picture.ts';
import type { Picture } from './picture.ts';

/** So many may be on their way to the screen: fewer would put tiles out of step when one frame of the browser comes late. */
const MOST_UNSHOWN = 3;

/**
 * Drawn faster than the browser can show them, pictures of nine tiles pile up on their way to the screen, and everything else of the
 * page, its buttons too, waits for seconds behind them.
 */
export class PictureCanvas {
  readonly #canvas: OffscreenCanvas;
  readonly #context: OffscreenCanvasRenderingContext2D | null;
  readonly #onFree: () => void;
  #drawn = false;
  /** Drawn since the last frame of the browser. */
  #unshown = 0;

  /** `onFree`: a frame of the browser came, so the next picture can be drawn. */
  constructor(canvas: OffscreenCanvas, onFree: () => void) {
    this.#canvas = canvas;
    this.#context = canvas.getContext('2d', { alpha: false, desynchronized: true });
    this.#onFree = onFree;
  }

  /** The last pictures are still on their way to the screen: one drawn now would hold the page up. */
  get busy(): boolean {
    return this.#unshown >= MOST_UNSHOWN;
  }

  draw(picture: Picture): void {
    const { displayWidth: width, displayHeight: height } = picture;
    if (this.#canvas.width !== width || this.#canvas.height !== height) {
      this.#canvas.width = width;
      this.#canvas.height = height;
    }
    if (picture instanceof PaintedPicture) this.#context?.putImageData(picture.image, 0, 0);
    else this.#context?.drawImage(picture, 0, 0, width, height);
    this.#drawn = true;
    this.#unshown += 1;
    if (this.#unshown > 1) return; // its frame is asked for
    requestAnimationFrame(() => {
      const wasBusy = this.busy;
      this.#unshown = 0;
      if (wasBusy) this.#onFree();
    });
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
}

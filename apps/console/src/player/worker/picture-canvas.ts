// The OffscreenCanvas that pictures are drawn on, at the pace the browser can show them. When a picture is due is not decided here.

/**
 * One picture for each frame of the browser. Drawn faster than it can show them, pictures of nine tiles pile up on their way to the
 * screen, and everything else of the page, its buttons too, waits for seconds behind them.
 */
export class PictureCanvas {
  readonly #canvas: OffscreenCanvas;
  readonly #context: OffscreenCanvasRenderingContext2D | null;
  readonly #onFree: () => void;
  #drawn = false;
  #busy = false;

  /** `onFree`: after each picture, once the next can be drawn. */
  constructor(canvas: OffscreenCanvas, onFree: () => void) {
    this.#canvas = canvas;
    this.#context = canvas.getContext('2d', { alpha: false, desynchronized: true });
    this.#onFree = onFree;
  }

  /** The last picture is still on its way to the screen: one drawn now would hold the page up. */
  get busy(): boolean {
    return this.#busy;
  }

  draw(picture: VideoFrame): void {
    const { displayWidth: width, displayHeight: height } = picture;
    if (this.#canvas.width !== width || this.#canvas.height !== height) {
      this.#canvas.width = width;
      this.#canvas.height = height;
    }
    this.#context?.drawImage(picture, 0, 0, width, height);
    this.#drawn = true;
    this.#busy = true;
    requestAnimationFrame(() => {
      this.#busy = false;
      this.#onFree();
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

// The H.265 decoder of @hevcjs/core, one instance: coded pictures in, planes out, at once and in the order of decoding. What it is given
// is never trusted: its memory has an end, and an instance that trapped is dead. Not: order of showing, pace, colours.
import { functionsOf } from './hevc-glue.ts';
import type { HevcGlue, HevcModule } from './hevc-glue.ts';

/** Planes of one picture, 8 bits a sample, chroma at half size (I420), as `VideoFrame` takes them. */
export type Planes = {
  readonly data: Uint8Array<ArrayBuffer>;
  readonly width: number;
  readonly height: number;
  /** Picture order count: the order of showing since the last picture that restarted it (H.265 clause 8.3.1). */
  readonly poc: number;
};

/** The decoder broke: it cannot be used any more. */
export class EngineBroken extends Error {}

/** Enough for pictures of 4096 x 2304 and what they refer to; a stream that wants more is not one of a recorder. */
const MAX_MEMORY_BYTES = 384 * 2 ** 20;
const MAX_SIDE = 4096;
/** Offsets of the decoder's description of a picture, bytes. */
const PICTURE = { y: 0, cb: 4, cr: 8, width: 12, height: 16, strideY: 20, strideC: 24, bitDepth: 36, poc: 40 } as const;
const PICTURE_BYTES = 48;
/** No decoder holds more pictures (H.265 clause A.4.2). */
const MAX_PICTURES = 17;
const GREY = 128;

const quiet = (): void => {};

/** The same imports, with an end of the memory. */
const limited = (imports: WebAssembly.Imports): WebAssembly.Imports => {
  const { env = {} } = imports;
  const grow = env['emscripten_resize_heap'];
  if (typeof grow !== 'function') return imports;
  const resize = (bytes: number): unknown => (bytes >>> 0 > MAX_MEMORY_BYTES ? 0 : Number(grow(bytes)));
  return { ...imports, env: { ...env, emscripten_resize_heap: resize } };
};

const instanceOf = (glue: HevcGlue, wasm: WebAssembly.Module): Promise<HevcModule> =>
  glue({
    print: quiet,
    printErr: quiet,
    instantiateWasm: (imports, receive) => receive(new WebAssembly.Instance(wasm, limited(imports))),
  });

export class HevcEngine {
  readonly #module: HevcModule;
  readonly #call: ReturnType<typeof functionsOf>;
  readonly #decoder: number;
  readonly #picture: number;
  #input = 0;
  #inputBytes = 0;
  #broken = false;

  private constructor(module: HevcModule) {
    this.#module = module;
    this.#call = functionsOf(module);
    this.#decoder = this.#call.create();
    this.#picture = this.#call.allocate(PICTURE_BYTES);
    if (this.#decoder === 0 || this.#picture === 0) throw new EngineBroken('the H.265 decoder has no memory');
  }

  static async open(glue: HevcGlue, wasm: WebAssembly.Module): Promise<HevcEngine> {
    return new HevcEngine(await instanceOf(glue, wasm));
  }

  /** Bytes it holds. */
  get memoryBytes(): number {
    return this.#module.HEAPU8.length;
  }

  /**
   * Decodes one coded picture, Annex-B, and gives its planes; none where it refers to what never came or makes no sense.
   * Throws EngineBroken.
   */
  decode(bytes: Uint8Array): Planes[] {
    if (this.#broken) throw new EngineBroken('the H.265 decoder broke before');
    try {
      return this.#decode(bytes);
    } catch (error) {
      this.#broken = true;
      throw new EngineBroken(error instanceof Error ? error.message : 'the H.265 decoder broke', { cause: error });
    }
  }

  #decode(bytes: Uint8Array): Planes[] {
    const { feed, flush, getPicture } = this.#call;
    this.#makeRoom(bytes.length);
    this.#module.HEAPU8.set(bytes, this.#input);
    feed(this.#decoder, this.#input, bytes.length);
    // Each picture is asked for as soon as it is there: else the decoder keeps one until the next begins.
    if (flush(this.#decoder) !== 0) return [];
    const pictures: Planes[] = [];
    for (let i = 0; i < MAX_PICTURES; i += 1) {
      if (getPicture(this.#decoder, i, this.#picture) !== 0) break;
      const planes = this.#read();
      if (planes !== undefined) pictures.push(planes);
    }
    return pictures;
  }

  #makeRoom(bytes: number): void {
    if (bytes <= this.#inputBytes) return;
    const { allocate, release } = this.#call;
    if (this.#input !== 0) release(this.#input);
    this.#inputBytes = 2 * bytes;
    this.#input = allocate(this.#inputBytes);
    if (this.#input === 0) throw new EngineBroken('the H.265 decoder has no memory');
  }

  /** Copies the planes: the decoder uses their memory again. */
  #read(): Planes | undefined {
    const at = (offset: number): number => this.#module.getValue(this.#picture + offset, 'i32');
    const [width, height, depth] = [at(PICTURE.width), at(PICTURE.height), at(PICTURE.bitDepth)];
    if (width < 1 || height < 1 || width > MAX_SIDE || height > MAX_SIDE || depth < 8 || depth > 16) return undefined;
    const [chromaWidth, chromaHeight] = [(width + 1) >> 1, (height + 1) >> 1];
    const data = new Uint8Array(width * height + 2 * chromaWidth * chromaHeight);
    const plane = (to: number, offset: number, columns: number, rows: number, stride: number): void => {
      const from = at(offset) >>> 0;
      const target = data.subarray(to, to + columns * rows);
      if (from === 0) target.fill(GREY);
      else copyPlane(this.#module.HEAPU16, from >> 1, target, { columns, rows, stride, shift: depth - 8 });
    };
    plane(0, PICTURE.y, width, height, at(PICTURE.strideY));
    plane(width * height, PICTURE.cb, chromaWidth, chromaHeight, at(PICTURE.strideC));
    plane(width * height + chromaWidth * chromaHeight, PICTURE.cr, chromaWidth, chromaHeight, at(PICTURE.strideC));
    return { data, width, height, poc: at(PICTURE.poc) };
  }
}

type Shape = { readonly columns: number; readonly rows: number; readonly stride: number; readonly shift: number };

/** The decoder keeps 16 bits a sample. */
const copyPlane = (heap: Uint16Array, from: number, to: Uint8Array, { columns, rows, stride, shift }: Shape): void => {
  for (let row = 0; row < rows; row += 1) {
    const start = from + row * stride;
    const line = heap.subarray(start, start + columns);
    if (shift === 0) to.set(line, row * columns);
    else for (let x = 0; x < columns; x += 1) to[row * columns + x] = (line[x] ?? 0) >> shift;
  }
};

// A decoded picture that can be drawn: the browser's own, or red, green and blue where a browser has none to make.
import type { Planes } from './hevc/hevc-engine.ts';

/** Pixels ready to be put on a canvas. */
export class PaintedPicture {
  readonly image: ImageData;
  readonly displayWidth: number;
  readonly displayHeight: number;

  constructor(image: ImageData) {
    this.image = image;
    this.displayWidth = image.width;
    this.displayHeight = image.height;
  }

  close(): void {} // it holds nothing that has to be given back
}

export type Picture = VideoFrame | PaintedPicture;

/** From so many lines on pictures are taken as high definition, whose colours are coded another way; recorders seldom say. */
const HIGH_DEFINITION = 720;

/** BT.601 or BT.709, limited range: factors of red from V, green from U and V, blue from U. */
const factorsOf = (height: number): readonly [number, number, number, number] =>
  height < HIGH_DEFINITION ? [1.596, 0.392, 0.813, 2.017] : [1.793, 0.213, 0.533, 2.112];

/** The pixels of a picture, red, green, blue and 255. */
export const toRgba = ({ data, width, height }: Planes): Uint8ClampedArray<ArrayBuffer> => {
  const [redV, greenU, greenV, blueU] = factorsOf(height);
  const half = (width + 1) >> 1;
  const u = width * height;
  const v = u + half * ((height + 1) >> 1);
  const out = new Uint8ClampedArray(4 * width * height);
  for (let row = 0, at = 0; row < height; row += 1)
    for (let x = 0; x < width; x += 1, at += 4) {
      const chroma = (row >> 1) * half + (x >> 1);
      const light = 1.164 * ((data[row * width + x] ?? 0) - 16);
      const [blue, red] = [(data[u + chroma] ?? 0) - 128, (data[v + chroma] ?? 0) - 128];
      out[at] = light + redV * red;
      out[at + 1] = light - greenU * blue - greenV * red;
      out[at + 2] = light + blueU * blue;
      out[at + 3] = 255;
    }
  return out;
};

const browserPicture = ({ data, width, height }: Planes): VideoFrame => {
  const matrix = height < HIGH_DEFINITION ? 'smpte170m' : 'bt709';
  return new VideoFrame(data, {
    format: 'I420',
    codedWidth: width,
    codedHeight: height,
    timestamp: 0,
    colorSpace: { matrix, primaries: matrix, transfer: matrix, fullRange: false },
  });
};

/** VideoFrame is there on plain http too, where decoders are not. */
export const pictureOf = (planes: Planes): Picture =>
  'VideoFrame' in globalThis
    ? browserPicture(planes)
    : new PaintedPicture(new ImageData(toRgba(planes), planes.width, planes.height));

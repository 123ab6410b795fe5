// A tiny software painter for the demo clips: filled shapes into one RGBA buffer. No text (ffmpeg draws it), no blending.

/** A point in pixels, y downwards. */
export type Point = readonly [x: number, y: number];

/** One picture of `width` x `height`; `bytes` is RGBA, ready for ffmpeg's rawvideo. */
export class Painter {
  readonly width: number;
  readonly height: number;
  readonly bytes: Uint8Array;
  private readonly pixels: Uint32Array;

  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
    this.bytes = new Uint8Array(width * height * 4);
    this.pixels = new Uint32Array(this.bytes.buffer);
  }

  rect(x: number, y: number, width: number, height: number, color: number): void {
    const top = Math.max(0, Math.round(y));
    const bottom = Math.min(this.height, Math.round(y + height));
    for (let row = top; row < bottom; row += 1) this.span(row, x, x + width, color);
  }

  ellipse(cx: number, cy: number, rx: number, ry: number, color: number): void {
    const top = Math.max(0, Math.ceil(cy - ry));
    const bottom = Math.min(this.height - 1, Math.floor(cy + ry));
    for (let row = top; row <= bottom; row += 1) {
      const dy = (row - cy) / ry;
      const half = rx * Math.sqrt(Math.max(0, 1 - dy * dy));
      this.span(row, cx - half, cx + half, color);
    }
  }

  /** A convex or concave polygon without holes, even-odd filled. */
  polygon(points: readonly Point[], color: number): void {
    const ys = points.map((point) => point[1]);
    const top = Math.max(0, Math.ceil(Math.min(...ys)));
    const bottom = Math.min(this.height - 1, Math.floor(Math.max(...ys)));
    for (let row = top; row <= bottom; row += 1) {
      const cuts = crossings(points, row);
      for (let i = 0; i + 1 < cuts.length; i += 2) this.span(row, cuts[i] ?? 0, cuts[i + 1] ?? 0, color);
    }
  }

  /** Rows `top` to `bottom` blend from one colour to the other. */
  gradient(top: number, bottom: number, from: number, to: number): void {
    const last = Math.min(this.height, Math.round(bottom));
    for (let row = Math.max(0, Math.round(top)); row < last; row += 1) {
      this.span(row, 0, this.width, mix(from, to, (row - top) / (bottom - top)));
    }
  }

  span(row: number, from: number, to: number, color: number): void {
    const left = Math.max(0, Math.round(from));
    const right = Math.min(this.width, Math.round(to));
    if (right > left) this.pixels.fill(color, row * this.width + left, row * this.width + right);
  }
}

/** Colour from 0xRRGGBB as the painter stores it (little-endian RGBA). */
export const rgb = (hex: number): number => (0xff000000 | ((hex & 0xff) << 16) | (hex & 0xff00) | (hex >> 16)) >>> 0;

/** Blend of two stored colours; `share` 0 is all of the first. */
export const mix = (from: number, to: number, share: number): number => {
  const at = Math.min(1, Math.max(0, share));
  const part = (shift: number): number =>
    Math.round(((from >>> shift) & 0xff) * (1 - at) + ((to >>> shift) & 0xff) * at) << shift;
  return (0xff000000 | part(0) | part(8) | part(16)) >>> 0;
};

const crossings = (points: readonly Point[], row: number): number[] => {
  const cuts: number[] = [];
  for (const [i, [x1, y1]] of points.entries()) {
    const [x2, y2] = points[(i + 1) % points.length] ?? [x1, y1];
    if (y1 <= row === y2 <= row) continue;
    cuts.push(x1 + ((row - y1) / (y2 - y1)) * (x2 - x1));
  }
  return cuts.toSorted((a, b) => a - b);
};

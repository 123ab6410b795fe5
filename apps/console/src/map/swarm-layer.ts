// The markers that stand alone, as a layer of the map with a drawing of its own: moving a thousand of ten thousand costs a
// millisecond and a frame, where the map's own symbols would be laid out again. Draws what it is given; who stands where is others'.
import type { CustomLayerInterface, Map as MapLibreMap } from 'maplibre-gl';
import type { StateKind } from '../ui/state-glyph.tsx';
import type { DrawnMarker } from './arrangement.ts';
import type { Marker } from './marker.ts';
import { markerPicture, PIXEL_RATIO } from './marker-images.ts';
import type { Picture } from './marker-images.ts';
import { mercatorX, mercatorY, worldPx } from './mercator.ts';
import type { Palette } from './palette.ts';
import { CORNERS, FLOATS, SwarmProgram } from './swarm-program.ts';
import type { PictureRow } from './swarm-program.ts';

export const SWARM = 'vehicles';
/** So many markers at once, seen from afar, are drawn smaller: they hide less of each other, and a frame takes half as long. */
const CROWD = { from: 2000, belowZoom: 12, size: 0.72 } as const;
const RADIANS = Math.PI / 180;
const pictured = ['offline', 'unregistered', 'idle', 'driving', 'alarm'] as const satisfies readonly StateKind[];
const indexes = new Map<StateKind, number>(pictured.map((state, i) => [state, 2 * i]));

const pictureIndex = ({ state, fault }: Marker): number => (indexes.get(state) ?? 0) + (fault ? 1 : 0);

/** Less opacity than this, of 255, is the end of a shadow that nobody sees. */
const FAINT = 6;

/** How much of a picture's side, from its middle, has anything on it: the rest need not be drawn. */
const partOf = ({ width, data }: Picture): number => {
  let farthest = 0;
  for (let i = 0; i * 4 < data.length; i += 1)
    if ((data[i * 4 + 3] ?? 0) > FAINT)
      farthest = Math.max(farthest, Math.abs((i % width) - width / 2), Math.abs(Math.floor(i / width) - width / 2));
  return Math.min(1, (farthest + 1) / (width / 2));
};

/** All pictures beside each other, the colours multiplied by their opacity as WebGL blends them. */
const pictureRow = (palette: Palette): PictureRow => {
  const pictures = pictured.flatMap((state) => [false, true].map((fault) => markerPicture(state, fault, palette)));
  const side = pictures[0]?.width ?? 1;
  const width = side * pictures.length;
  const data = new Uint8Array(width * side * 4);
  for (const [i, picture] of pictures.entries())
    for (let y = 0; y < side; y += 1)
      for (let x = 0; x < side; x += 1) {
        const from = (y * side + x) * 4;
        const to = (y * width + i * side + x) * 4;
        const opacity = (picture.data[from + 3] ?? 0) / 255;
        for (const part of [0, 1, 2]) data[to + part] = Math.round((picture.data[from + part] ?? 0) * opacity);
        data[to + 3] = picture.data[from + 3] ?? 0;
      }
  return { width, height: side, data, sidePx: side / PIXEL_RATIO, parts: pictures.map(partOf) };
};

/** Added to its map with `map.addLayer`; after a loss of the WebGL context the same object is added again. */
export class SwarmLayer implements CustomLayerInterface {
  readonly id = SWARM;
  readonly type = 'custom';
  readonly renderingMode = '2d';
  readonly #map: MapLibreMap;
  #palette: Palette;
  #shown: readonly DrawnMarker[] = [];
  #floats = new Float32Array(0);
  #program: SwarmProgram | undefined;
  /** What the graphics card does not have yet. */
  #stale = { markers: true, pictures: true };
  #size = { width: 0, height: 0 };

  constructor(map: MapLibreMap, palette: Palette) {
    this.#map = map;
    this.#palette = palette;
    map.on('resize', () => this.#measure());
    this.#measure();
  }

  /** These and no others, the last one on top. */
  show(shown: readonly DrawnMarker[]): void {
    this.#shown = shown;
    this.redraw();
  }

  /** Some of those shown moved or look different. */
  redraw(): void {
    this.#stale.markers = true;
    this.#map.triggerRepaint();
  }

  setPalette(palette: Palette): void {
    this.#palette = palette;
    this.#stale.pictures = true;
    this.#map.triggerRepaint();
  }

  onAdd(): void {
    this.#program = undefined; // a new context knows nothing of the old one
  }

  onRemove(): void {
    this.#program?.close();
    this.#program = undefined;
  }

  /** Called by the map in the middle of each of its frames. */
  render(gl: WebGLRenderingContext | WebGL2RenderingContext): void {
    if (!(gl instanceof WebGL2RenderingContext)) return;
    const program = this.#programFor(gl);
    if (this.#stale.pictures) program.setPictures(pictureRow(this.#palette));
    if (this.#stale.markers) program.setMarkers(this.#filled(), this.#shown.length);
    this.#stale = { markers: false, pictures: false };
    const middle = this.#map.getCenter();
    const { x, y } = this.#map.project(middle);
    const zoom = this.#map.getZoom();
    program.draw({
      ...this.#size,
      middleX: mercatorX(middle.lng),
      middleY: mercatorY(middle.lat),
      atX: x,
      atY: y,
      worldPx: worldPx(zoom),
      size: this.#shown.length >= CROWD.from && zoom < CROWD.belowZoom ? CROWD.size : 1,
    });
  }

  #programFor(gl: WebGL2RenderingContext): SwarmProgram {
    if (this.#program?.gl === gl) return this.#program;
    this.#stale = { markers: true, pictures: true };
    this.#program = new SwarmProgram(gl);
    return this.#program;
  }

  #measure(): void {
    const { clientWidth, clientHeight } = this.#map.getContainer();
    this.#size = { width: clientWidth, height: clientHeight };
  }

  #filled(): Float32Array {
    const room = this.#shown.length * CORNERS * FLOATS;
    if (this.#floats.length < room) this.#floats = new Float32Array(Math.ceil(room * 1.25));
    const floats = this.#floats;
    let at = 0;
    for (const { marker, drawn } of this.#shown) {
      const x = mercatorX(drawn.lng);
      const y = mercatorY(drawn.lat);
      floats[at] = x;
      floats[at + 1] = y;
      floats[at + 2] = x - Math.fround(x);
      floats[at + 3] = y - Math.fround(y);
      floats[at + 4] = marker.state === 'driving' ? drawn.heading * RADIANS : 0;
      floats[at + 5] = pictureIndex(marker);
      for (let corner = 1; corner < CORNERS; corner += 1) floats.copyWithin(at + corner * FLOATS, at, at + FLOATS);
      at += CORNERS * FLOATS;
    }
    return floats;
  }
}

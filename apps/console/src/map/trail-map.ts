// The small map beside a selected vehicle: its trail and itself in the middle, at the zoom of the specification. Takes no input.
import type { Stop } from '../lib/time.ts';
import { BaseMap } from './base-map.ts';
import type { BaseMapKit } from './base-map.ts';
import { markerPicture, PIXEL_RATIO } from './marker-images.ts';
import { pictureName } from './device-layer.ts';
import { answerReports, trailReport } from './map-answers.ts';
import type { Marker } from './marker.ts';
import type { Palette } from './palette.ts';
import { addTrail, drawTrail, paintTrail, SelectionLayer } from './selection-layer.ts';
import type { TrailPoint } from './trail.ts';

const TRAIL_ZOOM = 16;

export type TrailMapKit = Pick<BaseMapKit, 'container' | 'sources' | 'name' | 'center'>;

export class TrailMap {
  readonly #base: BaseMap;
  readonly #stopAnswers: Stop | undefined;
  #selection: SelectionLayer | undefined;
  #marker: Marker | undefined;
  #trail: readonly TrailPoint[] = [];

  constructor(kit: TrailMapKit) {
    this.#base = new BaseMap(
      { ...kit, zoom: TRAIL_ZOOM, interactive: false, unit: 'metric' },
      ({ map, palette }) => {
        addTrail(map, palette);
        this.#selection = new SelectionLayer(map, palette);
        map.setMissingStyleImageResolver((name) => this.#addPicture(name));
        this.#draw();
      },
      (palette) => this.#repaint(palette),
    );
    if (import.meta.env.MODE === 'tests')
      this.#stopAnswers = answerReports(kit.container, () => trailReport(this.#base.map));
  }

  /** The vehicle as it is now and where it was. */
  show(marker: Marker, trail: readonly TrailPoint[]): void {
    this.#marker = marker;
    this.#trail = trail;
    this.#draw();
  }

  close(): void {
    this.#stopAnswers?.();
    this.#base.close();
  }

  #draw(): void {
    const marker = this.#marker;
    if (marker === undefined) return;
    this.#base.map.jumpTo({ center: [marker.lng, marker.lat] });
    if (this.#selection === undefined) return;
    const shown = { marker: { ...marker, label: '' }, drawn: marker };
    this.#selection.draw(shown);
    drawTrail(this.#base.map, this.#trail, shown);
  }

  #addPicture(name: string): void {
    const { marker, map, palette } = { marker: this.#marker, map: this.#base.map, palette: this.#base.palette };
    if (marker === undefined || pictureName(marker.state, marker.fault) !== name || map.hasImage(name)) return;
    map.addImage(name, markerPicture(marker.state, marker.fault, palette), { pixelRatio: PIXEL_RATIO });
  }

  #repaint(palette: Palette): void {
    const { map } = this.#base;
    paintTrail(map, palette);
    this.#selection?.setPalette(palette);
    for (const name of map.listImages()) map.removeImage(name);
    this.#draw();
  }
}

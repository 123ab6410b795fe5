// The small map beside a selected vehicle: its trail and itself in the middle, at the zoom of the specification. Takes no input.
import { BaseMap } from './base-map.ts';
import type { BaseMapKit } from './base-map.ts';
import { markerPicture, PIXEL_RATIO } from './marker-images.ts';
import { pictureName } from './device-layer.ts';
import type { TrailMapReport } from './map-report.ts';
import type { Marker } from './marker.ts';
import type { Palette } from './palette.ts';
import { addTrail, drawTrail, paintTrail, SelectionLayer } from './selection-layer.ts';
import type { TrailPoint } from './trail.ts';

const TRAIL_ZOOM = 16;

export type TrailMapKit = Pick<BaseMapKit, 'container' | 'sources' | 'name' | 'center'>;

export class TrailMap {
  readonly #base: BaseMap;
  readonly #container: HTMLElement;
  #selection: SelectionLayer | undefined;
  #marker: Marker | undefined;
  #trail: readonly TrailPoint[] = [];

  constructor(kit: TrailMapKit) {
    this.#container = kit.container;
    kit.container.addEventListener('map-report', this.#answer);
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
  }

  /** The vehicle as it is now and where it was. */
  show(marker: Marker, trail: readonly TrailPoint[]): void {
    this.#marker = marker;
    this.#trail = trail;
    this.#draw();
  }

  close(): void {
    this.#container.removeEventListener('map-report', this.#answer);
    this.#base.close();
  }

  /** As FleetMap answers tests. */
  readonly #answer = (event: Event): void => {
    if (!(event instanceof CustomEvent) || typeof event.detail !== 'object') return;
    const { map } = this.#base;
    const { lat, lng } = map.getCenter();
    const trailLines =
      map.getLayer('trail') === undefined ? 0 : map.queryRenderedFeatures({ layers: ['trail'] }).length;
    const [vehicle] = map.getLayer('selected') === undefined ? [] : map.queryRenderedFeatures({ layers: ['selected'] });
    const heading = vehicle === undefined ? null : Number(vehicle.properties.h);
    const report: TrailMapReport = { zoom: map.getZoom(), center: { lat, lng }, trailLines, heading };
    Object.assign(event.detail, report);
  };

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

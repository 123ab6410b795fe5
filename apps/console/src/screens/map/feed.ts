// Hands the live stores to the map: the markers of the devices that the filter lets through, all of them or the few that changed.
// Outside React: a moved vehicle draws no component.
import type { Device } from '@outrider/contract';
import { matches } from '../../live/device-state.ts';
import type { DeviceFilter } from '../../live/device-state.ts';
import type { PositionListener } from '../../live/positions.ts';
import type { Marker } from '../../map/marker.ts';
import { markerOf } from './map-marks.ts';
import type { LabelKind } from './map-marks.ts';

type Stop = () => void;

/** The parts of the stores and of the map that the feed needs. */
export type FeedKit = {
  devices: { get(id: string): Device | undefined; all(): Iterable<Device> };
  positions: { subscribe(listener: PositionListener): Stop };
  map: {
    setMarkers(markers: readonly Marker[]): void;
    moveMarkers(markers: readonly Marker[], gone: readonly string[]): void;
  };
  /** Called once, when the first markers are on the map. */
  onFirst: () => void;
};

export class FleetFeed {
  readonly #kit: FeedKit;
  readonly #stop: Stop;
  readonly #shown = new Set<string>();
  #filter: DeviceFilter;
  #label: LabelKind;
  #first = true;

  constructor(kit: FeedKit, filter: DeviceFilter, label: LabelKind) {
    this.#kit = kit;
    this.#filter = filter;
    this.#label = label;
    this.#stop = kit.positions.subscribe((changed) => (changed === 'all' ? this.#all() : this.#some(changed)));
    this.#all();
  }

  /** Another filter or label: everything is drawn again. */
  show(filter: DeviceFilter, label: LabelKind): void {
    if (filter === this.#filter && label === this.#label) return;
    this.#filter = filter;
    this.#label = label;
    this.#all();
  }

  close(): void {
    this.#stop();
  }

  #marker(device: Device): Marker | undefined {
    return matches(device, this.#filter) ? markerOf(device, this.#label) : undefined;
  }

  #all(): void {
    const markers: Marker[] = [];
    this.#shown.clear();
    for (const device of this.#kit.devices.all()) {
      const marker = this.#marker(device);
      if (marker === undefined) continue;
      markers.push(marker);
      this.#shown.add(device.deviceid);
    }
    this.#kit.map.setMarkers(markers);
    this.#tellFirst();
  }

  #some(changed: ReadonlySet<string>): void {
    const moved: Marker[] = [];
    const gone: string[] = [];
    for (const id of changed) {
      const device = this.#kit.devices.get(id);
      const marker = device === undefined ? undefined : this.#marker(device);
      if (marker !== undefined) {
        moved.push(marker);
        this.#shown.add(id);
      } else if (this.#shown.delete(id)) {
        gone.push(id);
      }
    }
    this.#kit.map.moveMarkers(moved, gone);
    this.#tellFirst();
  }

  #tellFirst(): void {
    if (!this.#first || this.#shown.size === 0) return;
    this.#first = false;
    this.#kit.onFirst();
  }
}

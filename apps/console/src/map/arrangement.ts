// What the map draws at one zoom: markers that stand alone, in the order of their importance, and clusters of what would overlap. Pure.
import type { StateKind } from '../ui/state-glyph.tsx';
import { gather } from './gather.ts';
import type { Gathered } from './gather.ts';
import type { Drawn, Marker } from './marker.ts';
import { latOf, lngOf, mercatorX, mercatorY, worldPx } from './mercator.ts';

/** Pixels within which markers count as overlapping, and the zoom from which on they never do. */
const RADIUS_PX = 34;
const LARGEST_ZOOM = 15;

/** What is drawn above what: the later the higher. */
const layered = ['offline', 'unregistered', 'idle', 'driving', 'alarm'] as const satisfies readonly StateKind[];

/** A marker and where it is drawn at this moment; while it glides `drawn` changes and the object stays. */
export type DrawnMarker = { readonly marker: Marker; readonly drawn: Drawn };
export type Cluster = {
  readonly lat: number;
  readonly lng: number;
  readonly count: number;
  readonly states: Readonly<Record<StateKind, number>>;
  /** The zoom at which it comes apart. */
  readonly opensAt: () => number;
};
export type Arrangement = { readonly singles: readonly DrawnMarker[]; readonly clusters: readonly Cluster[] };

const inOrder = (markers: readonly DrawnMarker[]): DrawnMarker[] => {
  const byState = new Map<StateKind, DrawnMarker[]>(layered.map((state) => [state, []]));
  for (const shown of markers) byState.get(shown.marker.state)?.push(shown);
  return [...byState.values()].flat();
};

type Places = { xs: Float64Array; ys: Float64Array };

const placesOf = (markers: readonly DrawnMarker[]): Places => ({
  xs: Float64Array.from(markers, ({ marker }) => mercatorX(marker.lng)),
  ys: Float64Array.from(markers, ({ marker }) => mercatorY(marker.lat)),
});

const at = (zoom: number, { xs, ys }: Places): Gathered[] => gather(xs, ys, RADIUS_PX / worldPx(zoom));

const opening = (markers: readonly DrawnMarker[], from: number): number => {
  const places = placesOf(markers);
  for (let zoom = from + 1; zoom <= LARGEST_ZOOM; zoom += 1) if (at(zoom, places).length > 1) return zoom;
  return LARGEST_ZOOM + 1;
};

const clusterOf = ({ x, y }: Gathered, markers: readonly DrawnMarker[], zoom: number): Cluster => {
  const states = { offline: 0, unregistered: 0, idle: 0, driving: 0, alarm: 0 };
  for (const { marker } of markers) states[marker.state] += 1;
  return { lat: latOf(y), lng: lngOf(x), count: markers.length, states, opensAt: () => opening(markers, zoom) };
};

/** The whole zoom that decides what overlaps: everything between two whole zooms is arranged alike. */
export const levelOf = (zoom: number): number => Math.min(LARGEST_ZOOM + 1, Math.floor(zoom));

/** Arranges the markers for a level. Without `clustered` all stand alone, however near they are. */
export const arrange = (markers: readonly DrawnMarker[], level: number, clustered: boolean): Arrangement => {
  if (!clustered || level > LARGEST_ZOOM) return { singles: inOrder(markers), clusters: [] };
  const alone: DrawnMarker[] = [];
  const clusters: Cluster[] = [];
  for (const gathered of at(level, placesOf(markers))) {
    const members = gathered.members.flatMap((i) => markers[i] ?? []);
    if (members.length > 1) clusters.push(clusterOf(gathered, members, level));
    else alone.push(...members);
  }
  return { singles: inOrder(alone), clusters };
};

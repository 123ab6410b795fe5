// What a running map tells of itself to a test. Types only, so that a test needs none of the map's code.

/** The same of the small map beside a vehicle. */
export type TrailMapReport = Pick<MapReport, 'zoom' | 'center' | 'trailLines'>;

/** Asked for by a 'map-report' event on the map's element, whose detail it fills. Pixels are from the map's top left. */
export type MapReport = {
  zoom: number;
  largestZoom: number;
  center: { lat: number; lng: number };
  vehicles: { id: string; x: number; y: number; lat: number; lng: number; label: string }[];
  clusters: { count: number; x: number; y: number }[];
  trailLines: number;
  loads: number;
};

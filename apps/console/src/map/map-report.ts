// What a running map tells of itself to a test. Types only, so that a test needs none of the map's code.

/** The same of the small map beside a vehicle. */
export type TrailMapReport = Pick<MapReport, 'zoom' | 'center' | 'trailLines'> & {
  /** How far the drawn vehicle is turned, degrees; null: none is drawn. It is in the middle. */
  heading: number | null;
};

/** The same of the map of a track. Colours as the JSON of the style's value; `corners` of the whole way as drawn, `current` positions behind the vehicle. */
export type TrackMapReport = Pick<MapReport, 'zoom' | 'center'> & {
  colours: { full: string; current: string };
  corners: number;
  current: number;
  /** Pieces of the whole way on the screen. */
  drawn: number;
  drawnMarks: number;
  marks: { id: string; kind: string; lat: number; lng: number; x: number; y: number }[];
  vehicle: { lat: number; lng: number; heading: number } | null;
};

/** The same of the map behind the tiles of the dashboard: where the picture of each device was taken. */
export type CameraReport = { centres: Readonly<Record<string, { lat: number; lng: number }>> };

/** The same of the map on which an area is drawn: its handles, and how much of it is on the screen. */
export type AreaMapReport = Pick<MapReport, 'zoom' | 'center'> & {
  handles: { what: string; lat: number; lng: number; x: number; y: number }[];
  drawn: number;
  others: number;
};

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

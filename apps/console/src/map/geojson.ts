// The few shapes of GeoJSON (RFC 7946) that the map is handed. Coordinates are longitude, latitude, in degrees.

export type Point = { type: 'Point'; coordinates: [number, number] };
export type LineString = { type: 'LineString'; coordinates: [number, number][] };
export type Polygon = { type: 'Polygon'; coordinates: [number, number][][] };
export type Feature<G, P> = { type: 'Feature'; id?: number; properties: P; geometry: G };
export type FeatureCollection<G, P> = { type: 'FeatureCollection'; features: Feature<G, P>[] };

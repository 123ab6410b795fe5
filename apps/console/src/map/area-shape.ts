// A shape that is drawn on a map: a circle, a rectangle, a polygon, or a route of some width. Where its handles are, its outline, and what
// becomes of it by a press or by a handle that is dragged. Degrees and metres. Pure: no map.
import type { LineString, Polygon } from './geojson.ts';
import type { Box } from './movement.ts';

export type Place = { readonly lat: number; readonly lng: number };
export type AreaShape =
  | { readonly kind: 'circle'; readonly centre: Place | undefined; readonly radiusM: number }
  /** Two corners across from each other, in the order in which they were set; fewer while it is drawn. */
  | { readonly kind: 'rectangle'; readonly corners: readonly Place[] }
  | { readonly kind: 'polygon'; readonly points: readonly Place[] }
  | { readonly kind: 'route'; readonly points: readonly Place[]; readonly widthM: number };
/** One beside the shape that is drawn, in a colour of its own where it has one. */
export type OtherShape = AreaShape & { readonly colour?: string };
/** `what`: the middle of a circle, its edge, a corner or a point. */
export type Handle = Place & { readonly what: 'middle' | 'edge' | 'point' };

const METRES_PER_DEGREE = 111_320;
const RADIANS = Math.PI / 180;
const CORNERS = 64;
/** Of the contract. */
const LEAST_RADIUS_M = 1;
const MOST_RADIUS_M = 1_000_000;

/** A tenth of a metre: what the standard counts in. */
const rounded = (degrees: number): number => Math.round(degrees * 1e6) / 1e6;
const placed = ({ lat, lng }: Place): Place => ({ lat: rounded(lat), lng: rounded(lng) });
const metresPerLng = (lat: number): number => METRES_PER_DEGREE * Math.max(0.01, Math.cos(lat * RADIANS));
const metresBetween = (a: Place, b: Place): number =>
  Math.hypot((b.lat - a.lat) * METRES_PER_DEGREE, (b.lng - a.lng) * metresPerLng(a.lat));

/** North, then west: the corners of a rectangle as people write them. */
export const boxOf = (corners: readonly Place[]): Box | undefined => {
  const [one, other] = corners;
  if (one === undefined || other === undefined) return undefined;
  return {
    north: Math.max(one.lat, other.lat),
    south: Math.min(one.lat, other.lat),
    west: Math.min(one.lng, other.lng),
    east: Math.max(one.lng, other.lng),
  };
};

const eastOf = (centre: Place, radiusM: number): Place => ({
  lat: centre.lat,
  lng: centre.lng + radiusM / metresPerLng(centre.lat),
});

/** The other two corners follow from these. */
const allCorners = ([one, other]: readonly Place[]): Place[] =>
  one === undefined
    ? []
    : other === undefined
      ? [one]
      : [one, { lat: one.lat, lng: other.lng }, other, { lat: other.lat, lng: one.lng }];

export const handlesOf = (shape: AreaShape): readonly Handle[] => {
  switch (shape.kind) {
    case 'circle':
      return shape.centre === undefined
        ? []
        : [
            { ...shape.centre, what: 'middle' },
            { ...eastOf(shape.centre, shape.radiusM), what: 'edge' },
          ];
    case 'rectangle':
      return allCorners(shape.corners).map((corner) => ({ ...corner, what: 'point' }));
    case 'polygon':
    case 'route':
      return shape.points.map((point) => ({ ...point, what: 'point' }));
  }
};

const radiusFrom = (centre: Place, place: Place): number =>
  Math.min(MOST_RADIUS_M, Math.max(LEAST_RADIUS_M, Math.round(metresBetween(centre, place))));

/** The corner across from it stays, and each corner keeps its place in the row. */
const withCorner = ([one, other]: readonly Place[], index: number, place: Place): Place[] => {
  if (one === undefined || other === undefined) return [place];
  const { lat, lng } = place;
  if (index === 0) return [place, other];
  if (index === 1)
    return [
      { ...one, lat },
      { ...other, lng },
    ];
  return index === 2
    ? [one, place]
    : [
        { ...one, lng },
        { ...other, lat },
      ];
};

/** A handle was dragged there. */
export const withHandleAt = (shape: AreaShape, index: number, to: Place): AreaShape => {
  const place = placed(to);
  switch (shape.kind) {
    case 'circle':
      if (shape.centre === undefined || index === 0) return { ...shape, centre: place };
      return { ...shape, radiusM: radiusFrom(shape.centre, to) };
    case 'rectangle':
      return { ...shape, corners: withCorner(shape.corners, index, place) };
    case 'polygon':
    case 'route':
      return { ...shape, points: shape.points.map((point, at) => (at === index ? place : point)) };
  }
};

/** The map was pressed there: a middle, the next corner, one more point. A rectangle that is whole begins again. */
export const withPress = (shape: AreaShape, at: Place): AreaShape => {
  const place = placed(at);
  switch (shape.kind) {
    case 'circle':
      return { ...shape, centre: place };
    case 'rectangle':
      return { ...shape, corners: shape.corners.length === 1 ? [...shape.corners, place] : [place] };
    case 'polygon':
    case 'route':
      return { ...shape, points: [...shape.points, place] };
  }
};

/** The last thing that a press added is gone. */
export const withoutLast = (shape: AreaShape): AreaShape => {
  switch (shape.kind) {
    case 'circle':
      return { ...shape, centre: undefined };
    case 'rectangle':
      return { ...shape, corners: shape.corners.slice(0, -1) };
    case 'polygon':
    case 'route':
      return { ...shape, points: shape.points.slice(0, -1) };
  }
};

const positions = (places: readonly Place[]): [number, number][] => places.map(({ lat, lng }) => [lng, lat]);
const ringOf = (places: readonly Place[]): Polygon => {
  const ring = positions(places);
  const [first] = ring;
  return { type: 'Polygon', coordinates: [first === undefined ? [] : [...ring, first]] };
};
const circleOf = (centre: Place, radiusM: number): Place[] =>
  Array.from({ length: CORNERS }, (_, i) => {
    const turn = (i / CORNERS) * 2 * Math.PI;
    return {
      lat: centre.lat + (radiusM * Math.sin(turn)) / METRES_PER_DEGREE,
      lng: centre.lng + (radiusM * Math.cos(turn)) / metresPerLng(centre.lat),
    };
  });

/** What is drawn of it: a face, a line where it has none, nothing before there are two places. */
export const outlineOf = (shape: AreaShape): Polygon | LineString | undefined => {
  if (shape.kind === 'circle')
    return shape.centre === undefined ? undefined : ringOf(circleOf(shape.centre, shape.radiusM));
  const places = shape.kind === 'rectangle' ? allCorners(shape.corners) : shape.points;
  if (places.length < 2) return undefined;
  if (shape.kind === 'route' || places.length < 3) return { type: 'LineString', coordinates: positions(places) };
  return ringOf(places);
};

/** The box around it; undefined while nothing of it is there. */
export const boundsOf = (shape: AreaShape): Box | undefined => {
  const round = shape.kind === 'circle' && shape.centre !== undefined ? circleOf(shape.centre, shape.radiusM) : [];
  const places = [...handlesOf(shape), ...round];
  if (places.length === 0) return undefined;
  const lats = places.map(({ lat }) => lat);
  const lngs = places.map(({ lng }) => lng);
  return { north: Math.max(...lats), south: Math.min(...lats), west: Math.min(...lngs), east: Math.max(...lngs) };
};

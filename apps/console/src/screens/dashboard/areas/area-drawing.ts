// The area of a form as it is drawn on its map, and what becomes of the fields when somebody draws. Pure.
import type { DeviceArea } from '@outrider/contract';
import { type AreaShape, boxOf, type Place } from '../../../map/area-shape.ts';
import { type AreaDraft, draftOf, lineOf, placesOf } from './area-draft.ts';

const USUAL_RADIUS_M = 200;
const isPlace = ({ lat, lng }: Place): boolean => Math.abs(lat) <= 90 && Math.abs(lng) <= 180;

/** Corners of a rectangle that is still being drawn: its first one stands in the fields alone. */
const cornersOf = ({ north, west, south, east }: AreaDraft): Place[] =>
  [
    { lat: north, lng: west },
    { lat: south, lng: east },
  ].filter(isPlace);

/** What of the fields can be drawn. */
export const shapeOf = (draft: AreaDraft): AreaShape => {
  const { kind, lat, lng, radiusm, widthm } = draft;
  const points = placesOf(draft.points).filter(isPlace);
  switch (kind) {
    case 'circle':
      return {
        kind,
        centre: isPlace({ lat, lng }) ? { lat, lng } : undefined,
        radiusM: radiusm > 0 ? radiusm : USUAL_RADIUS_M,
      };
    case 'rectangle':
      return { kind, corners: cornersOf(draft) };
    case 'polygon':
      return { kind, points };
    case 'route':
      return { kind, points, widthM: widthm > 0 ? widthm : 1 };
  }
};

/** An area that is there already. */
export const shapeOfArea = (area: DeviceArea): AreaShape => shapeOf(draftOf(area));

const NONE = { north: Number.NaN, west: Number.NaN, south: Number.NaN, east: Number.NaN };

/** The fields that follow from what was drawn. */
export const fieldsOf = (shape: AreaShape): Partial<AreaDraft> => {
  switch (shape.kind) {
    case 'circle':
      return {
        lat: shape.centre?.lat ?? Number.NaN,
        lng: shape.centre?.lng ?? Number.NaN,
        radiusm: shape.radiusM,
      };
    case 'rectangle': {
      const [first] = shape.corners;
      return boxOf(shape.corners) ?? { ...NONE, ...(first && { north: first.lat, west: first.lng }) };
    }
    case 'polygon':
    case 'route':
      return { points: shape.points.map(lineOf).join('\n') };
  }
};

/** What the form keeps of the map. */
export const drawnShape = (drawn: string): AreaShape =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by the form from such a shape
  JSON.parse(drawn) as AreaShape;

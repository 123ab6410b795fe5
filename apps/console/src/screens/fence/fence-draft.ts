// A fence while it is edited: what the server says of it, what is drawn of it, and what is sent. Pure but for the language of the page.
import { type Fence, MAX_FENCE_RADIUS_M, MIN_FENCE_RADIUS_M, type PlaceColour } from '@outrider/contract';
import { t } from '../../lib/i18n.ts';
import type { AreaShape } from '../../map/area-shape.ts';
import type { LengthUnit } from '../../lib/units.ts';

/** Degrees are NaN while it lies nowhere. Metres. */
export type FenceDraft = {
  enabled: boolean;
  title: string;
  colour: PlaceColour;
  lat: number;
  lng: number;
  radiusM: number;
  triggerIn: boolean;
  triggerOut: boolean;
  devices: readonly string[];
};

export const blankFence: FenceDraft = {
  enabled: true,
  title: '',
  colour: '',
  lat: Number.NaN,
  lng: Number.NaN,
  radiusM: 200,
  triggerIn: true,
  triggerOut: true,
  devices: [],
};

/** One whose lat or lng is 0 lies nowhere yet. */
export const draftOf = (fence: Fence): FenceDraft => {
  const isPlaced = fence.lat !== 0 && fence.lng !== 0;
  return {
    enabled: fence.enable,
    title: fence.title,
    colour: fence.colour,
    lat: isPlaced ? fence.lat : Number.NaN,
    lng: isPlaced ? fence.lng : Number.NaN,
    radiusM: fence.radius === 0 ? blankFence.radiusM : fence.radius,
    triggerIn: fence.trigger_in,
    triggerOut: fence.trigger_out,
    devices: fence.devices,
  };
};

/** `radius` in whole metres. */
export const fenceOf = ({ enabled, title, colour, lat, lng, radiusM, triggerIn, triggerOut, devices }: FenceDraft) => ({
  enable: enabled,
  title,
  colour,
  lat,
  lng,
  radius: Math.round(radiusM),
  trigger_in: triggerIn,
  trigger_out: triggerOut,
  devices: [...devices],
});

export const noFence = { ...fenceOf({ ...blankFence, lat: 0, lng: 0, radiusM: 0 }), enable: false };

const isWithin = (value: number, most: number): boolean => value >= -most && value <= most;

/** Which of its numbers can be saved. */
export const isPlace = ({ lat, lng }: Pick<FenceDraft, 'lat' | 'lng'>): boolean =>
  isWithin(lat, 90) && isWithin(lng, 180);
export const isRadius = (radiusM: number): boolean =>
  Math.round(radiusM) >= MIN_FENCE_RADIUS_M && Math.round(radiusM) <= MAX_FENCE_RADIUS_M;

export const shapeOf = ({ lat, lng, radiusM }: FenceDraft): AreaShape => ({
  kind: 'circle',
  centre: isPlace({ lat, lng }) ? { lat, lng } : undefined,
  radiusM: Number.isNaN(radiusM) ? 1 : radiusM,
});

const FEET_PER_M = 3.28084;
const tenths = (value: number): number => Math.round(value * 10) / 10;
export const radiusUnit = (unit: LengthUnit): string => (unit === 'mile' ? 'ft' : 'm');
export const radiusIn = (metres: number, unit: LengthUnit): number =>
  unit === 'mile' ? tenths(metres * FEET_PER_M) : metres;
/** The radii that there can be, in the unit of the field. */
export const radiusRule = (unit: LengthUnit): string =>
  unit === 'mile'
    ? t('From {least} to {most} ft.', {
        least: Math.ceil(MIN_FENCE_RADIUS_M * FEET_PER_M),
        most: Math.floor(MAX_FENCE_RADIUS_M * FEET_PER_M),
      })
    : t('From 10 m to 1000 km.');
export const metresOf = (radius: number, unit: LengthUnit): number => (unit === 'mile' ? radius / FEET_PER_M : radius);

// Speeds in the operator's unit. Inside the console everything is km and km/h; this is the only conversion.

export type LengthUnit = 'kilometre' | 'mile';
const MILE_PER_KM = 0.6214;

/** A speed in km/h as the number to show, whole. */
export const speedIn = (speedKmh: number, unit: LengthUnit): number =>
  Math.round(unit === 'mile' ? speedKmh * MILE_PER_KM : speedKmh);
export const speedUnit = (unit: LengthUnit): string => (unit === 'mile' ? 'mi/h' : 'km/h');

/** Metres as '12.3 km' or '7.6 mi'. */
export const lengthText = (metres: number, unit: LengthUnit): string =>
  unit === 'mile' ? `${((metres / 1000) * MILE_PER_KM).toFixed(1)} mi` : `${(metres / 1000).toFixed(1)} km`;

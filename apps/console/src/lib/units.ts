// Speeds in the operator's unit. Inside the console everything is km and km/h; this is the only conversion, but for speeds of parameters.

export type LengthUnit = 'kilometre' | 'mile';
const MILE_PER_KM = 0.6214;

/** Kilometres, or km/h, in the unit. */
export const inUnit = (km: number, unit: LengthUnit): number => (unit === 'mile' ? km * MILE_PER_KM : km);
/** A speed in km/h as the number to show, whole. */
export const speedIn = (speedKmh: number, unit: LengthUnit): number => Math.round(inUnit(speedKmh, unit));
/** A speed that somebody typed in the unit, in km/h. Miles become whole km/h, which `speedIn` gives back as the whole number that was typed. */
export const kmhOf = (speed: number, unit: LengthUnit): number =>
  unit === 'mile' ? Math.round(speed / MILE_PER_KM) : speed;
export const speedUnit = (unit: LengthUnit): string => (unit === 'mile' ? 'mi/h' : 'km/h');

/** Metres as '12.3 km' or '7.6 mi'. */
export const lengthText = (metres: number, unit: LengthUnit): string =>
  `${inUnit(metres / 1000, unit).toFixed(1)} ${unit === 'mile' ? 'mi' : 'km'}`;

/** Millimetres as mileage is told: '12.35 km' or '7.67 mi'. */
export const mileageText = (millimetres: number, unit: LengthUnit): string =>
  `${inUnit(millimetres / 1e6, unit).toFixed(2)} ${lengthUnit(unit)}`;
export const lengthUnit = (unit: LengthUnit): string => (unit === 'mile' ? 'mi' : 'km');

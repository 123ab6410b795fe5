// The map's plane: Web Mercator with the world from 0 to 1, x to the east and y to the south. Pure.

const RADIANS = Math.PI / 180;
/** Pixels of the world at zoom 0. */
const WORLD_PX = 512;

export const mercatorX = (lng: number): number => 0.5 + lng / 360;
/** Beyond 85 degrees the plane ends; such a place stands at its edge. */
export const mercatorY = (lat: number): number => {
  const s = Math.sin(Math.max(-85, Math.min(85, lat)) * RADIANS);
  return 0.5 - Math.log((1 + s) / (1 - s)) / (4 * Math.PI);
};
export const lngOf = (x: number): number => (x - 0.5) * 360;
export const latOf = (y: number): number => (360 / Math.PI) * Math.atan(Math.exp((0.5 - y) * 2 * Math.PI)) - 90;

/** The same longitude, counted on over ±180 so that it lies within half a turn of another: a way over the date line stays short. */
export const lngNear = (lng: number, near: number): number =>
  Math.abs(near - lng) <= 180 ? lng : lng + 360 * Math.round((near - lng) / 360);

/** CSS pixels of the whole world at a zoom. */
export const worldPx = (zoom: number): number => WORLD_PX * 2 ** zoom;

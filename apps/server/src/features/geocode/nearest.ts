// Finds the named place nearest to a point and words it. Pure; the file of places is places-file.ts.
import KDBush from 'kdbush';
import { around } from 'geokdbush';
import type { Places } from './places-file.ts';

/** Beyond it nothing is said: the nearest place of a point at sea may be hundreds of kilometres away. */
const MAX_KM = 50;
/** From these zooms on, as maps are used: county, and the place itself. Below: province, and at the bottom the country alone. */
const ZOOM = { province: 5, county: 8, place: 10 };

/** Gives '' where there is no place within 50 km. */
export type FindPlace = (lat: number, lng: number, zoom: number) => string;

/** A name with what it lies in, as far as the zoom says. */
export const wording = (
  name: string,
  [county = '', province = '', country = '']: readonly string[],
  zoom: number,
): string => {
  const parts = [
    zoom >= ZOOM.place ? name : '',
    zoom >= ZOOM.county ? county : '',
    zoom >= ZOOM.province ? province : '',
    country,
  ].filter((part) => part !== '');
  return parts.filter((part, i) => parts.indexOf(part) === i).join(', ');
};

export const createPlaceFinder = (places: Places): FindPlace => {
  const index = new KDBush(places.count);
  for (let i = 0; i < places.count; i += 1) index.add(places.lng(i), places.lat(i));
  index.finish();
  return (lat, lng, zoom) => {
    const [nearest] = around(index, lng, lat, 1, MAX_KM);
    return nearest === undefined ? '' : wording(places.name(nearest), places.within(nearest), zoom);
  };
};

// Which of many marks can be told apart at a zoom: a month of stops at the same depot is one mark until one looks closer. Pure.
import { mercatorX, mercatorY, worldPx } from './mercator.ts';

/** Of marks of one kind within a square of this side one is drawn, px: a mark is 28 wide. */
const SQUARE_PX = 9;

/** The first of each square, in their order. */
export const distinctMarks = <M extends { readonly kind: string; readonly lat: number; readonly lng: number }>(
  marks: readonly M[],
  zoom: number,
): M[] => {
  const scale = worldPx(zoom) / SQUARE_PX;
  const taken = new Set<string>();
  return marks.filter(({ kind, lat, lng }) => {
    const square = `${kind} ${Math.floor(mercatorX(lng) * scale)} ${Math.floor(mercatorY(lat) * scale)}`;
    return !taken.has(square) && taken.add(square);
  });
};

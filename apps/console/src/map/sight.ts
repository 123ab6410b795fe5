// What a map shows at this moment as a box of degrees. Longitudes run on beyond 180 where the view crosses the date line.
import type { Map as MapLibreMap } from 'maplibre-gl';
import type { Box } from './movement.ts';

export const sightOf = (map: MapLibreMap): Box => {
  const bounds = map.getBounds();
  return { west: bounds.getWest(), south: bounds.getSouth(), east: bounds.getEast(), north: bounds.getNorth() };
};

// Areas of a recorder in words: what kind one is, where it lies, what it watches.
import type { DeviceArea, ListedArea } from '@outrider/contract';
import { t } from '../../../lib/i18n.ts';
import { type LengthUnit, speedIn, speedUnit } from '../../../lib/units.ts';

export const stateText = (state: ListedArea['state']): string =>
  ({
    held: t('In the device'),
    waiting: t('Waits for the device'),
    leaving: t('Removal waits for the device'),
  })[state];

const degrees = (value: number): string => value.toFixed(5);

export const placeText = (area: DeviceArea): string => {
  switch (area.kind) {
    case 'circle':
      return `${degrees(area.lat)}, ${degrees(area.lng)} · ${area.radiusm} m`;
    case 'rectangle':
      return `${degrees(area.north)}, ${degrees(area.west)} – ${degrees(area.south)}, ${degrees(area.east)}`;
    case 'polygon':
      return t('{count} corners', { count: area.points.length });
    case 'route':
      return t('{count} points', { count: area.points.length });
  }
};

/** The lowest of a route. */
const limitOf = (area: DeviceArea): number | undefined =>
  area.kind === 'route' ? area.points.map(({ maxkmh }) => maxkmh).find((kmh) => kmh !== undefined) : area.maxkmh;

export const watchText = (area: DeviceArea, unit: LengthUnit): string => {
  const limit = limitOf(area);
  return [
    ...(area.enter === true ? [t('Entering')] : []),
    ...(area.leave === true ? [t('Leaving')] : []),
    ...(limit === undefined ? [] : [`${speedIn(limit, unit)} ${speedUnit(unit)}`]),
    ...(area.start === undefined ? [] : [`${area.start} – ${area.end ?? ''}`]),
  ].join(' · ');
};

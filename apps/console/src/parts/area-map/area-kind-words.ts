// The kinds of areas that a recorder watches, in words.
import type { AreaKind } from '@outrider/contract';
import { t } from '../../lib/i18n.ts';

export const areaKindText = (kind: AreaKind): string =>
  ({ circle: t('Circle'), rectangle: t('Rectangle'), polygon: t('Polygon'), route: t('Route') })[kind];

export const allOfKindText = (kind: AreaKind): string =>
  ({
    circle: t('All circles'),
    rectangle: t('All rectangles'),
    polygon: t('All polygons'),
    route: t('All routes'),
  })[kind];

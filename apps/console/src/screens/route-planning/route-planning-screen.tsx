// The screen /routeplanning: corridors on the map whose vehicles make an event when they leave them.
import {
  getTrack,
  getTrackList,
  type ListedRoute,
  MAX_ROUTE_POINTS,
  putTrack,
  RESET_ROUTE,
  ROUTE_TOO_LARGE,
  routeLengthM,
} from '@outrider/contract';
import { useEffect, useMemo } from 'react';
import type { ReactElement } from 'react';
import { useCall, useSave } from '../../lib/calls.ts';
import { t } from '../../lib/i18n.ts';
import { useLengthUnit } from '../../lib/preferences.ts';
import { quietly } from '../../lib/refusals.ts';
import { send } from '../../lib/send.ts';
import { lengthText } from '../../lib/units.ts';
import type { AreaShape, Handle, OtherShape } from '../../map/area-shape.ts';
import { shadeOf } from '../../parts/zone/colours.ts';
import { useZoneDraft, type ZoneDraft } from '../../parts/zone/use-zone-draft.ts';
import { useZoneSaving } from '../../parts/zone/use-zone-saving.ts';
import { ZoneFrame } from '../../parts/zone/zone-frame.tsx';
import { ZoneList } from '../../parts/zone/zone-list.tsx';
import { ZoneMap } from '../../parts/zone/zone-map.tsx';
import styles from '../../parts/zone/zone.module.css';
import { Button } from '../../ui/button.tsx';
import { ErrorPanel, Skeleton } from '../../ui/states.tsx';
import { showToast } from '../../ui/toast.ts';
import { PointList } from './point-list.tsx';
import {
  blankRoute,
  draftOf,
  isTooLarge,
  movedPoint,
  noRoute,
  type RouteDraft,
  routeOf,
  shapeOf,
} from './route-draft.ts';

const MOVED = ['points'] as const;
const handleName = (_what: Handle['what'], index: number): string => t('Point {number}', { number: index + 1 });
const isFree = (row: ListedRoute | undefined): boolean => row === undefined || row.latlngs.length === 0;

type Zone = ZoneDraft<RouteDraft>;

const Points = ({ zone, tooLarge }: { zone: Zone; tooLarge: boolean }): ReactElement => {
  const { points } = zone.draft;
  const unit = useLengthUnit();
  return (
    <>
      <div className={styles.sum}>
        <span>
          {t('{count} points', { count: points.length })}
          {points.length > 1 && <span className="num"> · {lengthText(routeLengthM(points), unit)}</span>}
        </span>
        <Button look="bare" icon="remove" disabled={points.length === 0} onClick={() => zone.move({ points: [] })}>
          {t('Remove all points')}
        </Button>
      </div>
      {points.length === 0 ? (
        <p className="soft">{t('Press the map where the route begins, and on along the way.')}</p>
      ) : (
        <PointList
          points={points}
          onMove={(from, to) => zone.move({ points: movedPoint(points, from, to) })}
          onRemove={(index) => zone.move({ points: points.toSpliced(index, 1) })}
        />
      )}
      {tooLarge && (
        <p className={styles.problem}>
          {t(ROUTE_TOO_LARGE)}, {t(RESET_ROUTE)}
        </p>
      )}
    </>
  );
};

const RouteMap = ({ zone, rows }: { zone: Zone; rows: readonly ListedRoute[] }): ReactElement => {
  const { draft, index } = zone;
  const shape = useMemo(() => shapeOf(draft), [draft]);
  const others = useMemo(
    () =>
      rows.flatMap((row): OtherShape[] =>
        row.index === index ? [] : [{ kind: 'route', points: row.latlngs, widthM: 1, colour: shadeOf(row.colour) }],
      ),
    [rows, index],
  );
  const drawn = (next: AreaShape, step: number): void => {
    if (next.kind === 'route') zone.move({ points: next.points.slice(0, MAX_ROUTE_POINTS) }, step);
  };
  return <ZoneMap zone={zone} shape={shape} others={others} moved={MOVED} nameOf={handleName} onShape={drawn} />;
};

const useRoute = (rows: readonly ListedRoute[] | undefined) => {
  const rowAt = (index: number): ListedRoute | undefined => rows?.find((row) => row.index === index);
  const zone = useZoneDraft<RouteDraft>({
    blank: blankRoute,
    ready: rows !== undefined,
    read: async (index) => {
      const route = await quietly(send(getTrack, { index }));
      return { draft: route.latlngs.length === 0 ? undefined : draftOf(route), updatetime: route.updatetime };
    },
    isFree: (index) => isFree(rowAt(index)),
  });
  const sending = useSave(putTrack, [getTrackList, getTrack]);
  const row = zone.index === undefined ? undefined : rowAt(zone.index);
  const saving = useZoneSaving({
    zone,
    put: sending.mutateAsync,
    valuesOf: routeOf,
    none: noRoute,
  });
  return { zone, row, ...saving, busy: sending.isPending };
};

/** Said once, when it becomes too large. */
const useTooLarge = (points: RouteDraft['points']): boolean => {
  const tooLarge = useMemo(() => isTooLarge(points), [points]);
  useEffect(() => {
    if (tooLarge) showToast('error', t(ROUTE_TOO_LARGE), t(RESET_ROUTE));
  }, [tooLarge]);
  return tooLarge;
};

export const RoutePlanningScreen = (): ReactElement => {
  const { data: rows, error, refetch } = useCall(getTrackList, {});
  const { zone, row, save, remove, problem, busy } = useRoute(rows);
  const tooLarge = useTooLarge(zone.draft.points);
  if (rows === undefined)
    return error === null ? <Skeleton rows={12} /> : <ErrorPanel error={error} retry={() => void refetch()} />;
  const { draft, index, phase } = zone;
  const canSave = index !== undefined && phase === 'ready' && draft.points.length > 1 && !tooLarge;
  const stored = row === undefined || isFree(row) ? undefined : row;
  return (
    <ZoneFrame
      title={t('Route planning')}
      zone={zone}
      onChange={zone.change}
      list={
        <ZoneList
          label={t('Routes')}
          searchLabel={t('Find a route')}
          rows={rows.map((each) => ({ ...each, isFree: isFree(each) }))}
          open={zone.asked}
          onOpen={zone.choose}
        />
      }
      fields={<Points zone={zone} tooLarge={tooLarge} />}
      map={<RouteMap zone={zone} rows={rows} />}
      problem={problem}
      canSave={canSave}
      busy={busy}
      onSave={() => void save()}
      removal={
        stored && {
          text: t('Delete route {index}?', { index: stored.index }),
          question: t('No more events come of {title}. Those of before stay.', {
            title: stored.title === '' ? String(stored.index) : stored.title,
          }),
          remove,
        }
      }
    />
  );
};

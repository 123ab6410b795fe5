// The screen /routeplanning: corridors on the map whose vehicles make an event when they leave them.
import {
  ChangedError,
  getTrack,
  getTrackList,
  type ListedRoute,
  MAX_ROUTE_POINTS,
  putTrack,
  RESET_ROUTE,
  ROUTE_TOO_LARGE,
  routeLengthM,
} from '@outrider/contract';
import { useEffect, useMemo, useState } from 'react';
import type { ReactElement } from 'react';
import { useCall, useSave } from '../../lib/calls.ts';
import { t } from '../../lib/i18n.ts';
import { useLengthUnit } from '../../lib/preferences.ts';
import { quietly } from '../../lib/refusals.ts';
import { send } from '../../lib/send.ts';
import { lengthText } from '../../lib/units.ts';
import { useKeys } from '../../lib/use-keys.ts';
import type { AreaShape, Handle, OtherShape } from '../../map/area-shape.ts';
import { AreaMapField } from '../../parts/area-map/area-map-field.tsx';
import { shadeOf } from '../../parts/zone/colours.ts';
import { useZoneDraft, type ZoneDraft } from '../../parts/zone/use-zone-draft.ts';
import { ZoneFrame } from '../../parts/zone/zone-frame.tsx';
import { ZoneList } from '../../parts/zone/zone-list.tsx';
import styles from '../../parts/zone/zone.module.css';
import { Button } from '../../ui/button.tsx';
import { ErrorPanel, Skeleton } from '../../ui/states.tsx';
import { failureText, showToast } from '../../ui/toast.ts';
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

const ZOOM = 16;
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
  const { draft, index, asked } = zone;
  const shape = useMemo(() => shapeOf(draft), [draft]);
  const others = useMemo(
    () =>
      rows.flatMap((row): OtherShape[] =>
        row.index === index ? [] : [{ kind: 'route', points: row.latlngs, widthM: 1, colour: shadeOf(row.colour) }],
      ),
    [rows, index],
  );
  const undo = (): void => zone.undo(MOVED);
  useKeys({ 'ctrl+z': zone.canUndo ? undo : undefined });
  const drawn = (next: AreaShape, step: number): void => {
    if (next.kind === 'route') zone.move({ points: next.points.slice(0, MAX_ROUTE_POINTS) }, step);
  };
  return (
    <AreaMapField
      fill
      shape={shape}
      others={others}
      at={undefined}
      zoom={ZOOM}
      colour={shadeOf(draft.colour)}
      nameOf={handleName}
      sightOf={`${asked ?? ''} ${zone.phase}`}
      onShape={drawn}
      tools={
        <Button look="bare" icon="undo" disabled={!zone.canUndo} onClick={undo}>
          {t('Undo the move')}
        </Button>
      }
    />
  );
};

const useRoute = (rows: readonly ListedRoute[] | undefined) => {
  const zone = useZoneDraft<RouteDraft>({
    blank: blankRoute,
    ready: rows !== undefined,
    read: async (index) => {
      const route = await quietly(send(getTrack, { index }));
      return route.latlngs.length === 0 ? undefined : draftOf(route);
    },
  });
  const saving = useSave(putTrack, [getTrackList, getTrack]);
  const [problem, setProblem] = useState('');
  /** Of the change of somebody else that was shown. */
  const [seen, setSeen] = useState<{ index: number; updatetime: number }>();
  const { index } = zone;
  const row = rows?.find((each) => each.index === index);
  const put = async (values: ReturnType<typeof routeOf>): Promise<void> => {
    if (index === undefined) return;
    setProblem('');
    const updatetime = seen?.index === index ? seen.updatetime : (row?.updatetime ?? 0);
    try {
      const reply = await saving.mutateAsync({ ...values, index, updatetime });
      setSeen({ index, updatetime: reply.updatetime });
      showToast('success', t(reply.message));
    } catch (error) {
      if (error instanceof ChangedError) setSeen({ index, updatetime: error.changed.updatetime });
      throw error;
    }
  };
  const save = async (): Promise<void> => {
    try {
      await put(routeOf(zone.draft));
      zone.saved();
    } catch (error) {
      setProblem(
        error instanceof ChangedError
          ? `${failureText(error)} ${t('Save again to keep what stands here.')}`
          : failureText(error),
      );
    }
  };
  const remove = async (): Promise<void> => {
    await put(noRoute);
    zone.empty();
  };
  return { zone, row, save, remove, problem, busy: saving.isPending };
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
          onOpen={(next) => zone.choose(next, isFree(rows.find((each) => each.index === next)))}
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

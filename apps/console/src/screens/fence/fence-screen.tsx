// The screen /fence: circles on the map whose vehicles make an event when they drive in or out.
import { getFence, getFenceList, type ListedFence, putFence } from '@outrider/contract';
import { useMemo } from 'react';
import type { ReactElement } from 'react';
import { useCall, useSave } from '../../lib/calls.ts';
import { t } from '../../lib/i18n.ts';
import { useLengthUnit } from '../../lib/preferences.ts';
import { quietly } from '../../lib/refusals.ts';
import { send } from '../../lib/send.ts';
import type { AreaShape, Handle, OtherShape } from '../../map/area-shape.ts';
import { shadeOf } from '../../parts/zone/colours.ts';
import { useZoneDraft, type ZoneDraft } from '../../parts/zone/use-zone-draft.ts';
import { useZoneSaving } from '../../parts/zone/use-zone-saving.ts';
import { ZoneFrame } from '../../parts/zone/zone-frame.tsx';
import { ZoneList } from '../../parts/zone/zone-list.tsx';
import { ZoneMap } from '../../parts/zone/zone-map.tsx';
import styles from '../../parts/zone/zone.module.css';
import { CheckboxField } from '../../ui/checkbox-field.tsx';
import { NumberField } from '../../ui/number-field.tsx';
import { ErrorPanel, Skeleton } from '../../ui/states.tsx';
import {
  blankFence,
  draftOf,
  type FenceDraft,
  fenceOf,
  isPlace,
  isRadius,
  metresOf,
  noFence,
  radiusIn,
  radiusRule,
  radiusUnit,
  shapeOf,
} from './fence-draft.ts';

/** What is typed into one field is one move; drags and presses count from 1. */
const TYPED = { lat: -1, lng: -2, radius: -3 } as const;
const MOVED = ['lat', 'lng', 'radiusM'] as const;
const handleName = (what: Handle['what']): string =>
  what === 'middle' ? t('Middle of the fence') : t('Rim of the fence');
const isFree = (row: ListedFence | undefined): boolean => row === undefined || (row.lat === 0 && row.lng === 0);

/** Nothing is said of an empty field. */
const placeError = (value: number, most: number, text: string): string | undefined =>
  Number.isNaN(value) || (value >= -most && value <= most) ? undefined : text;

const Numbers = ({ zone }: { zone: ZoneDraft<FenceDraft> }): ReactElement => {
  const { draft, move, change } = zone;
  const unit = useLengthUnit();
  return (
    <>
      <div className={styles.pair}>
        <NumberField
          label={t('Latitude')}
          value={draft.lat}
          error={placeError(draft.lat, 90, t('From -90 to 90.'))}
          onChange={(lat) => move({ lat }, TYPED.lat)}
        />
        <NumberField
          label={t('Longitude')}
          value={draft.lng}
          error={placeError(draft.lng, 180, t('From -180 to 180.'))}
          onChange={(lng) => move({ lng }, TYPED.lng)}
        />
      </div>
      <NumberField
        label={t('Radius')}
        unit={radiusUnit(unit)}
        value={radiusIn(draft.radiusM, unit)}
        error={isRadius(draft.radiusM) ? undefined : radiusRule(unit)}
        onChange={(radius) => move({ radiusM: metresOf(radius, unit) }, TYPED.radius)}
      />
      <CheckboxField
        label={t('Event when a vehicle drives in')}
        on={draft.triggerIn}
        onChange={(triggerIn) => change({ triggerIn })}
      />
      <CheckboxField
        label={t('Event when a vehicle drives out')}
        on={draft.triggerOut}
        onChange={(triggerOut) => change({ triggerOut })}
      />
    </>
  );
};

const FenceMap = ({ zone, rows }: { zone: ZoneDraft<FenceDraft>; rows: readonly ListedFence[] }): ReactElement => {
  const { draft, index } = zone;
  const shape = useMemo(() => shapeOf(draft), [draft]);
  const others = useMemo(
    () =>
      rows.flatMap((row): OtherShape[] =>
        isFree(row) || row.index === index
          ? []
          : [
              {
                kind: 'circle',
                centre: { lat: row.lat, lng: row.lng },
                radiusM: row.radius,
                colour: shadeOf(row.colour),
              },
            ],
      ),
    [rows, index],
  );
  const drawn = (next: AreaShape, step: number): void => {
    if (next.kind !== 'circle' || next.centre === undefined) return;
    zone.move({ ...next.centre, radiusM: next.radiusM }, step);
  };
  return <ZoneMap zone={zone} shape={shape} others={others} moved={MOVED} nameOf={handleName} onShape={drawn} />;
};

const useFence = (rows: readonly ListedFence[] | undefined) => {
  const rowAt = (index: number): ListedFence | undefined => rows?.find((row) => row.index === index);
  const zone = useZoneDraft<FenceDraft>({
    blank: blankFence,
    ready: rows !== undefined,
    read: async (index) => {
      const fence = await quietly(send(getFence, { index }));
      const isBlank = fence.lat === 0 && fence.lng === 0;
      return { draft: isBlank ? undefined : draftOf(fence), updatetime: fence.updatetime };
    },
    isFree: (index) => isFree(rowAt(index)),
  });
  const sending = useSave(putFence, [getFenceList, getFence]);
  const row = zone.index === undefined ? undefined : rowAt(zone.index);
  const saving = useZoneSaving({
    zone,
    put: sending.mutateAsync,
    valuesOf: fenceOf,
    none: noFence,
  });
  return { zone, row, ...saving, busy: sending.isPending };
};

export const FenceScreen = (): ReactElement => {
  const { data: rows, error, refetch } = useCall(getFenceList, {});
  const { zone, row, save, remove, problem, busy } = useFence(rows);
  if (rows === undefined)
    return error === null ? <Skeleton rows={12} /> : <ErrorPanel error={error} retry={() => void refetch()} />;
  const { draft, index, phase } = zone;
  const canSave = index !== undefined && phase === 'ready' && isPlace(draft) && isRadius(draft.radiusM);
  const stored = row === undefined || isFree(row) ? undefined : row;
  return (
    <ZoneFrame
      title={t('Fence')}
      zone={zone}
      onChange={zone.change}
      list={
        <ZoneList
          label={t('Fences')}
          searchLabel={t('Find a fence')}
          rows={rows.map((each) => ({ ...each, isFree: isFree(each) }))}
          open={zone.asked}
          onOpen={zone.choose}
        />
      }
      fields={<Numbers zone={zone} />}
      map={<FenceMap zone={zone} rows={rows} />}
      problem={problem}
      canSave={canSave}
      busy={busy}
      onSave={() => void save()}
      removal={
        stored && {
          text: t('Delete fence {index}?', { index: stored.index }),
          question: t('No more events come of {title}. Those of before stay.', {
            title: stored.title === '' ? String(stored.index) : stored.title,
          }),
          remove,
        }
      }
    />
  );
};

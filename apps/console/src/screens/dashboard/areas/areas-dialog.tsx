// Areas and routes in one recorder: what it has been told to watch and what waits for it; set, removed, and asked of the device itself.
import {
  deleteDeviceAreas,
  type DeviceArea,
  getDeviceAreas,
  type ListedArea,
  postDeviceAreas,
} from '@outrider/contract';
import { useMemo, useState } from 'react';
import type { ReactElement } from 'react';
import { useCall, useSave } from '../../../lib/calls.ts';
import { t } from '../../../lib/i18n.ts';
import { outcomeText } from '../../../lib/outcome-words.ts';
import { useLengthUnit } from '../../../lib/preferences.ts';
import { formatDateTime } from '../../../lib/time.ts';
import type { LengthUnit } from '../../../lib/units.ts';
import { useDevice } from '../../../live/hooks.ts';
import { areaKindText } from '../../../parts/area-map/area-kind-words.ts';
import { useDeviceTitle } from '../../../parts/device-names.tsx';
import { SaveButtons } from '../../../parts/table/save-buttons.tsx';
import { TableRoom, TableTools, TableView } from '../../../parts/table/table-view.tsx';
import { useTable } from '../../../parts/table/use-table.ts';
import { Button } from '../../../ui/button.tsx';
import type { Column } from '../../../ui/column.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Confirm } from '../../../ui/question.tsx';
import { EmptyState, ErrorPanel, Notice, Skeleton } from '../../../ui/states.tsx';
import { showFailure } from '../../../ui/toast.ts';
import { isPlain } from './area-draft.ts';
import { AreaForm, sayResult } from './area-form.tsx';
import { placeText, stateText, watchText } from './area-words.ts';
import styles from './areas.module.css';

const REFETCH_MS = 10_000;
/** What is open over the list. */
type Open = { what: 'form'; area: DeviceArea | null } | { what: 'removal'; area: DeviceArea };

const rowId = ({ area }: ListedArea): string => `${area.kind} ${area.id}`;
const nameOf = ({ kind, id, name = '' }: DeviceArea): string =>
  `${areaKindText(kind)} ${id}${name === '' ? '' : ` ${name}`}`;

const Tools = ({ row, open }: { row: ListedArea; open: (what: Open) => void }): ReactElement => {
  const { area, state } = row;
  const name = nameOf(area);
  return (
    <span className={styles.actions}>
      <Button
        look="bare"
        icon="edit"
        aria-label={t('Edit {name}', { name })}
        disabled={!isPlain(area)}
        title={isPlain(area) ? undefined : t('Its sections differ, which this form cannot say.')}
        onClick={() => open({ what: 'form', area })}
      />
      <Button
        look="bare"
        icon="remove"
        aria-label={t('Remove {name}', { name })}
        disabled={state === 'leaving'}
        onClick={() => open({ what: 'removal', area })}
      />
    </span>
  );
};

const columns = (open: (what: Open) => void, unit: LengthUnit): readonly Column<ListedArea>[] => [
  { id: 'kind', header: t('Kind'), width: '92px', value: ({ area }) => `${areaKindText(area.kind)} ${area.id}` },
  { id: 'name', header: t('Name'), width: 'minmax(72px, 1fr)', value: ({ area }) => area.name ?? '' },
  { id: 'place', header: t('Where'), width: 'minmax(176px, 2fr)', value: ({ area }) => placeText(area) },
  { id: 'watch', header: t('Alarms'), width: 'minmax(104px, 1.4fr)', value: ({ area }) => watchText(area, unit) },
  { id: 'state', header: t('State'), width: 'minmax(112px, 1fr)', value: ({ state }) => stateText(state) },
  { id: 'by', header: t('Set by'), width: '96px', choice: 'off', value: ({ by }) => by },
  {
    id: 'time',
    header: t('Set at'),
    width: '172px',
    choice: 'off',
    value: ({ time }) => time,
    text: ({ time }) => formatDateTime(time),
  },
  { id: 'tools', header: '', label: t('Edit, remove'), width: '88px', cell: (row) => <Tools row={row} open={open} /> },
];

const List = ({ rows, open }: { rows: readonly ListedArea[]; open: (what: Open) => void }): ReactElement => {
  const unit = useLengthUnit();
  const shown = useMemo(() => columns(open, unit), [open, unit]);
  const table = useTable({ columns: shown, rows, rowId, remember: 'columns:deviceareas', apart: true });
  return (
    <>
      <TableTools table={table}>
        <SaveButtons table={table} name={['Areas and routes']} />
      </TableTools>
      {rows.length === 0 ? (
        <EmptyState icon="map" title={t('No areas or routes are known in this device')} />
      ) : (
        <TableRoom rows={table.rows.length}>
          <TableView label={t('Areas and routes')} table={table} />
        </TableRoom>
      )}
    </>
  );
};

const AskButton = ({ id }: { id: string }): ReactElement => {
  const online = (useDevice(id)?.status ?? 0) > 0;
  const ask = useSave(postDeviceAreas, [getDeviceAreas]);
  const title = t('Areas and routes of {device}', { device: useDeviceTitle(id) });
  const failed = (error: Error): void =>
    showFailure(title, error, 'code' in error && typeof error.code === 'string' ? outcomeText(error.code) : undefined);
  return (
    <Button
      icon="refresh"
      busy={ask.isPending}
      disabled={!online}
      title={online ? undefined : t('Device offline')}
      onClick={() => ask.mutate({ deviceid: id }, { onError: failed })}
    >
      {t('Ask the device')}
    </Button>
  );
};

const Removal = ({ id, area, onClose }: { id: string; area: DeviceArea; onClose: () => void }): ReactElement => {
  const remove = useSave(deleteDeviceAreas, [getDeviceAreas]);
  const name = nameOf(area);
  return (
    <Confirm
      title={t('Remove {name}?', { name })}
      confirmText={t('Remove')}
      danger
      onConfirm={async () => {
        const { result } = await remove.mutateAsync({ deviceid: id, kind: area.kind, ids: [area.id] });
        sayResult(t('Remove {name}', { name }), result);
      }}
      onClose={onClose}
    >
      {t('The device no longer watches it.')}
    </Confirm>
  );
};

const AreasDialog = ({ id, onClose }: { id: string; onClose: () => void }): ReactElement => {
  const [open, setOpen] = useState<Open | null>(null);
  const { data, error, refetch } = useCall(getDeviceAreas, { deviceid: id }, { refetchMs: REFETCH_MS });
  const title = t('Areas and routes of {device}', { device: useDeviceTitle(id) });
  const close = (): void => setOpen(null);
  // One dialog at a time: the list is back when the form is closed.
  if (open?.what === 'form') return <AreaForm deviceId={id} area={open.area} listed={data ?? []} onClose={close} />;
  if (open?.what === 'removal') return <Removal id={id} area={open.area} onClose={close} />;
  return (
    <Dialog
      title={title}
      wide
      onClose={onClose}
      actions={
        <>
          <AskButton id={id} />
          <Button look="primary" icon="plus" onClick={() => setOpen({ what: 'form', area: null })}>
            {t('Add area or route')}
          </Button>
        </>
      }
    >
      <Notice>
        {t(
          'The recorder watches these by itself, also without a link, and raises the alarms of areas, routes and speed.',
        )}
      </Notice>
      {data !== undefined ? (
        <List rows={data} open={setOpen} />
      ) : error !== null ? (
        <ErrorPanel error={error} retry={() => void refetch()} />
      ) : (
        <Skeleton rows={4} />
      )}
    </Dialog>
  );
};

/** The button of the panel and what it opens. */
export const AreasButton = ({ id }: { id: string }): ReactElement => {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button icon="map" onClick={() => setOpen(true)}>
        {t('Areas and routes')}
      </Button>
      {isOpen && <AreasDialog id={id} onClose={() => setOpen(false)} />}
    </>
  );
};

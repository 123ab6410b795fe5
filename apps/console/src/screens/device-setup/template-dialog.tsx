// What differs from a template, vehicle by vehicle, as each said last; asking them now, and setting those that differ.
import {
  applyParameterTemplate,
  getParameterBatches,
  getParameterTemplates,
  getTemplateDevices,
  type ParameterTemplate,
  parameterOf,
  type TemplateDevice,
  type TemplateDeviceState,
} from '@outrider/contract';
import { useMemo } from 'react';
import type { ReactElement } from 'react';
import { useCall, useSave } from '../../lib/calls.ts';
import { t } from '../../lib/i18n.ts';
import { formatDateTime } from '../../lib/time.ts';
import { parameterText, valueText } from '../../parts/parameters/words.ts';
import { SaveButtons } from '../../parts/table/save-buttons.tsx';
import { TableRoom, TableTools, TableView } from '../../parts/table/table-view.tsx';
import { useTable } from '../../parts/table/use-table.ts';
import { Button } from '../../ui/button.tsx';
import type { Column } from '../../ui/column.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyState, ErrorPanel, Skeleton } from '../../ui/states.tsx';
import { showToast } from '../../ui/toast.ts';
import { vehicleColumns } from './batch-columns.tsx';
import { LinkState } from './device-detail.tsx';

const REFETCH_MS = 2000;

const stateText = (state: TemplateDeviceState): string =>
  ({ same: t('As set'), differs: t('Differs'), refused: t('Refuses'), unread: t('Not asked') })[state];

const differText = ({ parameter, wanted, has, refused }: TemplateDevice['differs'][number]): string => {
  const row = parameterOf(parameter);
  if (row === undefined) return parameter;
  const name = parameterText(row);
  if (has === undefined) return t('{name}: the vehicle does not know this', { name });
  const said = { name, has: valueText(row, has), wanted: valueText(row, wanted) };
  return refused ? t('{name}: {has}, and does not take {wanted}', said) : t('{name}: {has} for {wanted}', said);
};

const rowId = ({ deviceid }: TemplateDevice): string => deviceid;

const deviceColumns = (): readonly Column<TemplateDevice>[] => [
  ...vehicleColumns<TemplateDevice>(),
  {
    id: 'link',
    header: t('Link'),
    width: 'minmax(224px, 1.2fr)',
    choice: 'on',
    cell: ({ deviceid }) => <LinkState id={deviceid} />,
  },
  { id: 'state', header: t('State'), width: 'minmax(96px, 0.8fr)', value: ({ state }) => stateText(state) },
  {
    id: 'differs',
    header: t('What differs'),
    width: 'minmax(176px, 2fr)',
    value: ({ differs }) => differs.map(differText).join(' · '),
  },
  {
    id: 'read',
    header: t('Asked'),
    width: '172px',
    choice: 'on',
    value: ({ read }) => read,
    text: ({ read }) => (read === null ? '' : formatDateTime(read)),
  },
];

type TemplateDialogProps = { template: ParameterTemplate; onClose: () => void; onBegun: (batchId: number) => void };

const Tools = ({ template: { templateid }, onBegun }: Omit<TemplateDialogProps, 'onClose'>): ReactElement => {
  const save = useSave(applyParameterTemplate, [getTemplateDevices, getParameterTemplates, getParameterBatches]);
  const act = (action: 'check' | 'apply'): void =>
    save.mutate(
      { templateid, action },
      {
        onSuccess: ({ batchid, message }) => {
          if (batchid !== undefined) onBegun(batchid);
          else if (action === 'apply') showToast('info', t(message));
        },
        onError: (error) => showToast('error', t('This did not work'), t(error.message)),
      },
    );
  return (
    <>
      <Button icon="refresh" busy={save.isPending} onClick={() => act('check')}>
        {t('Ask them now')}
      </Button>
      <Button look="primary" busy={save.isPending} onClick={() => act('apply')}>
        {t('Set those that differ')}
      </Button>
    </>
  );
};

export const TemplateDialog = (props: TemplateDialogProps): ReactElement => {
  const { templateid, name } = props.template;
  const { data, error, refetch } = useCall(getTemplateDevices, { templateid }, { refetchMs: REFETCH_MS });
  const columns = useMemo(() => deviceColumns(), []);
  const table = useTable({ columns, rows: data ?? [], rowId, remember: 'columns:templatedevices' });
  return (
    <Dialog
      title={t('What differs from {name}', { name })}
      onClose={props.onClose}
      room
      actions={<Tools template={props.template} onBegun={props.onBegun} />}
    >
      {data === undefined && error === null && <Skeleton rows={6} />}
      {data === undefined && error !== null && <ErrorPanel error={error} retry={() => void refetch()} />}
      {data?.length === 0 && <EmptyState icon="search" title={t('This template is for no vehicle yet')} />}
      {data !== undefined && data.length > 0 && (
        <>
          <TableTools table={table}>
            <SaveButtons table={table} name={['Template', name]} />
          </TableTools>
          <TableRoom rows={table.rows.length}>
            <TableView label={t('Vehicles of this template')} table={table} />
          </TableRoom>
        </>
      )}
    </Dialog>
  );
};

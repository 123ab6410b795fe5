// What differs from a template, vehicle by vehicle, as each said last, a page of them at a time; asking them now, and setting those that differ.
import {
  applyParameterTemplate,
  getParameterBatches,
  getParameterTemplates,
  getTemplateDevices,
  type ParameterTemplate,
  parameterOf,
  TEMPLATE_PAGE_ROWS,
  type TemplateDevice,
  type TemplateDeviceState,
  templateDeviceStates,
} from '@outrider/contract';
import { useMemo, useState } from 'react';
import type { ReactElement } from 'react';
import { useCall, useSave } from '../../lib/calls.ts';
import { t } from '../../lib/i18n.ts';
import { send } from '../../lib/send.ts';
import { formatDateTime } from '../../lib/time.ts';
import { parameterText, valueText } from '../../parts/parameters/words.ts';
import { allPages } from '../../parts/table/all-pages.ts';
import { SaveButtons } from '../../parts/table/save-buttons.tsx';
import { TableRoom, TableTools, TableView } from '../../parts/table/table-view.tsx';
import { useTable } from '../../parts/table/use-table.ts';
import { Button } from '../../ui/button.tsx';
import type { Column } from '../../ui/column.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Pager } from '../../ui/pager.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { EmptyState, ErrorPanel, Skeleton } from '../../ui/states.tsx';
import { showFailure, showToast } from '../../ui/toast.ts';
import { vehicleColumns } from './batch-columns.tsx';
import { LinkState } from './device-detail.tsx';

const REFETCH_MS = 2000;

const stateText = (state: TemplateDeviceState): string =>
  ({
    same: t('As set'),
    differs: t('Differs'),
    refused: t('Refuses'),
    unsupported: t('Not supported'),
    unread: t('Not asked'),
  })[state];

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
        onError: (error) => showFailure(t('This did not work'), error),
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

type Shown = TemplateDeviceState | '';

/** Which of them are shown; a choice begins at the first page. */
const StateField = ({ template, shown, onShown }: ShownProps): ReactElement => {
  const { counts } = template;
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return (
    <SelectField<Shown>
      label={t('State')}
      value={shown}
      options={['', ...templateDeviceStates]}
      textOf={(state) => `${state === '' ? t('All') : stateText(state)} (${state === '' ? all : counts[state]})`}
      onChange={onShown}
    />
  );
};
type ShownProps = { template: ParameterTemplate; shown: Shown; onShown: (shown: Shown) => void };

/** The page that is looked at; one that is no more is the last one. */
const usePage = (templateid: number) => {
  const [look, setLook] = useState<{ shown: Shown; page: number }>({ shown: '', page: 1 });
  const { shown, page } = look;
  const inputOf = (asked: number) => ({ templateid, page: asked, ...(shown !== '' && { state: shown }) });
  const answer = useCall(getTemplateDevices, inputOf(page), { refetchMs: REFETCH_MS, keep: true });
  const pages = Math.max(1, Math.ceil((answer.data?.total ?? 0) / TEMPLATE_PAGE_ROWS));
  if (answer.data !== undefined && !answer.isPlaceholderData && page > pages) setLook({ shown, page: pages });
  return {
    ...look,
    pages,
    answer,
    /** Another page of the same. */
    ask: (asked: number) => send(getTemplateDevices, inputOf(asked)),
    toPage: (next: number) => setLook({ shown, page: next }),
    show: (next: Shown) => setLook({ shown: next, page: 1 }),
  };
};

const PAGE_REACH = { side: 3 };

export const TemplateDialog = (props: TemplateDialogProps): ReactElement => {
  const { templateid, name } = props.template;
  const { shown, page, pages, answer, ask, toPage, show } = usePage(templateid);
  const { data, error, refetch } = answer;
  const columns = useMemo(() => deviceColumns(), []);
  const table = useTable({ columns, rows: data?.rows ?? [], rowId, remember: 'columns:templatedevices', apart: true });
  return (
    <Dialog
      title={t('What differs from {name}', { name })}
      onClose={props.onClose}
      room
      actions={<Tools template={props.template} onBegun={props.onBegun} />}
    >
      {data === undefined && error === null && <Skeleton rows={6} />}
      {data === undefined && error !== null && <ErrorPanel error={error} retry={() => void refetch()} />}
      {data?.total === 0 && shown === '' && (
        <EmptyState icon="search" title={t('This template is for no vehicle yet')} />
      )}
      {data !== undefined && (data.total > 0 || shown !== '') && (
        <>
          <TableTools table={table} count={t('{count} devices', { count: data.total })}>
            <StateField template={props.template} shown={shown} onShown={show} />
            <SaveButtons
              table={table}
              name={['Template', name]}
              {...(pages > 1 && { all: () => allPages(ask, rowId) })}
            />
          </TableTools>
          {data.total === 0 ? (
            <EmptyState icon="search" title={t('no records')} />
          ) : (
            <TableRoom rows={table.rows.length}>
              <TableView label={t('Vehicles of this template')} table={table} />
            </TableRoom>
          )}
          {pages > 1 && <Pager page={page} pages={pages} reach={PAGE_REACH} onPage={toPage} />}
        </>
      )}
    </Dialog>
  );
};

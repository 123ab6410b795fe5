// Everything that the device answers, as it is: searched, saved as a file, and set one by one.
import {
  d14RawParameters,
  d16SetRawParameter,
  isSameValue,
  parameterFault,
  parameterOf,
  type ParameterValue,
  type RawParameter,
} from '@outrider/contract';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { ReactElement } from 'react';
import { t } from '../../../lib/i18n.ts';
import { useDevice } from '../../../live/hooks.ts';
import { live } from '../../../live/index.ts';
import { matching } from '../../../parts/resource/matching.ts';
import { SaveButtons } from '../../../parts/table/save-buttons.tsx';
import { TableTools, TableView } from '../../../parts/table/table-view.tsx';
import { useTable } from '../../../parts/table/use-table.ts';
import { Button } from '../../../ui/button.tsx';
import type { Column } from '../../../ui/column.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { SearchField } from '../../../ui/screen-head.tsx';
import { ErrorPanel, Notice, Skeleton } from '../../../ui/states.tsx';
import { failureText, showFailure, showToast } from '../../../ui/toast.ts';
import styles from './device-setup.module.css';
import { OwnValues, type SetRaw } from './own-values.tsx';
import { ParameterField } from '../../../parts/parameters/parameter-field.tsx';
import { parameterText, valueText } from '../../../parts/parameters/words.ts';

const nameText = ({ k, h }: RawParameter): string => {
  const row = parameterOf(k);
  return row === undefined ? t(h.name ?? '') : parameterText(row);
};
const shownText = ({ k, v }: RawParameter): string => {
  const row = parameterOf(k);
  return row === undefined ? String(v) : valueText(row, v);
};

const columns = (): readonly Column<RawParameter>[] => [
  {
    id: 'id',
    header: t('Id'),
    width: '72px',
    value: ({ h }) => h.prefix ?? '',
    cell: ({ h }) => <span className="num">{h.prefix}</span>,
  },
  { id: 'key', header: t('Key'), width: 'minmax(120px, 1fr)', value: ({ k }) => k },
  { id: 'name', header: t('Name'), width: 'minmax(120px, 1.4fr)', value: nameText },
  {
    id: 'value',
    header: t('Value'),
    width: 'minmax(120px, 1.4fr)',
    value: ({ v }) => (typeof v === 'object' ? v.join(' ') : v),
    text: shownText,
  },
];

/** Asks the device to set one, and says what came of it. */
const setRaw = async (deviceId: string, entry: RawParameter, value: ParameterValue): Promise<boolean> => {
  const { k } = entry;
  const title = t('Set {parameter}', { parameter: k });
  try {
    const { B } = await live().connection.ask(d16SetRawParameter, { I: deviceId, A: k, B: value });
    const kept =
      typeof B === 'string' && typeof value === 'string'
        ? B.toLowerCase() === value.trim().toLowerCase()
        : isSameValue(B, value);
    if (kept || parameterOf(k)?.secret === 'hidden') showToast('success', title, t('Success'));
    else showToast('warning', title, t('The device has: {value}', { value: shownText({ ...entry, v: B }) }));
    return true;
  } catch (error) {
    showFailure(title, error, `${t('Failed')}: ${failureText(error)}`);
    return false;
  }
};

const HEX_RULE = 'Pairs of hexadecimal digits, one for each byte.';

/** Why a value cannot be set, in words. What only the device knows goes as bytes, as many as there are now. */
const problemOf = ({ k, v }: RawParameter, value: ParameterValue): string | undefined => {
  const row = parameterOf(k);
  if (row === undefined) {
    const text = String(value);
    if (!/^(?:[\da-f]{2})+$/i.test(text)) return t(HEX_RULE);
    const bytes = String(v).length / 2;
    return text.length === bytes * 2
      ? undefined
      : t('In the device it has another number of bytes: {length}.', { length: bytes });
  }
  const found = parameterFault(row, value);
  return found && t(found.text, found.values);
};

type EditorProps = { entry: RawParameter; cameras: number; set: SetRaw; onClose: () => void };

const RawEditor = ({ entry, cameras, set, onClose }: EditorProps): ReactElement => {
  const { k, v, h } = entry;
  const [value, setValue] = useState<ParameterValue>(v);
  const [busy, setBusy] = useState(false);
  const isChanged = !isSameValue(value, v);
  const problem = isChanged ? problemOf(entry, value) : undefined;
  const row = parameterOf(k);
  const label = nameText(entry) === '' ? k : nameText(entry);
  const press = async (): Promise<void> => {
    setBusy(true);
    if (await set(entry, value)) onClose();
    else setBusy(false);
  };
  return (
    <Dialog
      title={`${h.prefix ?? ''} ${k === h.prefix ? '' : k}`.trim()}
      onClose={onClose}
      above
      unsaved={isChanged}
      saving={busy}
      actions={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button
            look="primary"
            busy={busy}
            disabled={h.read === true || !isChanged || problem !== undefined}
            onClick={() => void press()}
          >
            {t('Set')}
          </Button>
        </>
      }
    >
      {row === undefined ? (
        <Field
          label={label}
          value={String(value)}
          readOnly={h.read === true}
          error={problem}
          help={h.read === true ? t('It can only be read.') : t('Bytes in hex, as many as there are now.')}
          onChange={({ target }) => setValue(target.value)}
        />
      ) : (
        <ParameterField {...{ row, label, value, cameras }} problem={problem} onChange={setValue} />
      )}
    </Dialog>
  );
};

const RawTable = ({
  deviceId,
  rows,
  again,
}: {
  deviceId: string;
  rows: readonly RawParameter[];
  again: () => void;
}) => {
  const cameras = useDevice(deviceId)?.chn_count ?? 0;
  const own = useMemo(() => rows.filter(({ h }) => h.own === true), [rows]);
  const others = useMemo(() => rows.filter(({ h }) => h.own !== true), [rows]);
  const set: SetRaw = async (changed, value) => {
    const done = await setRaw(deviceId, changed, value);
    if (done) again();
    return done;
  };
  const [word, find] = useState('');
  const [entry, edit] = useState<RawParameter>();
  const shown = useMemo(() => columns(), []);
  const found = useMemo(() => matching(others, shown, word), [others, shown, word]);
  const table = useTable({
    columns: shown,
    rows: found,
    rowId: ({ h, k }) => h.prefix ?? k,
    remember: 'columns:raw',
    apart: true,
  });
  return (
    <div className={styles.raw}>
      {own.length > 0 && <OwnValues entries={own} set={set} cameras={cameras} />}
      <SearchField label={t('Search')} word={word} onWord={find} />
      <TableTools table={table}>
        <SaveButtons table={table} name={['Parameters', deviceId]} jsonRow={({ k, v, h }) => ({ k, v, h })} />
      </TableTools>
      <div className={styles.rawTable}>
        <TableView label={t('Raw list')} table={table} onOpen={edit} />
      </div>
      {entry !== undefined && <RawEditor entry={entry} cameras={cameras} set={set} onClose={() => edit(undefined)} />}
    </div>
  );
};

/** Asks the device each time that it comes into sight; what was typed and not set stays. */
export const RawTab = ({ deviceId, open = true }: { deviceId: string; open?: boolean }): ReactElement => {
  const { data, error, refetch } = useQuery({
    queryKey: ['D14', deviceId],
    queryFn: async () => (await live().connection.ask(d14RawParameters, { I: deviceId })).Z,
    enabled: open,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    retry: false,
  });
  if (data !== undefined)
    return (
      <>
        {error !== null && (
          <Notice tone="warn">{t('This is from before: {reason}', { reason: failureText(error) })}</Notice>
        )}
        <RawTable deviceId={deviceId} rows={data} again={() => void refetch()} />
      </>
    );
  return error === null ? <Skeleton rows={8} /> : <ErrorPanel error={error} retry={() => void refetch()} />;
};

// The tab 'Firmware Store': the files that there are, with their links, and the form that adds one.
import { deleteFwStore, type FirmwareItem, getFwStore, putFwStore } from '@outrider/contract';
import { useMemo } from 'react';
import type { ReactElement } from 'react';
import { useCall, useSave } from '../../lib/calls.ts';
import { t } from '../../lib/i18n.ts';
import { formatDateTime } from '../../lib/time.ts';
import { matching } from '../../parts/resource/matching.ts';
import { SaveButtons } from '../../parts/table/save-buttons.tsx';
import { TableTools, TableView } from '../../parts/table/table-view.tsx';
import { useTable } from '../../parts/table/use-table.ts';
import type { Column } from '../../ui/column.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { SearchField } from '../../ui/screen-head.tsx';
import { EmptyState, ErrorPanel, Skeleton } from '../../ui/states.tsx';
import styles from './firmware.module.css';
import { RemoveButton } from './remove-button.tsx';
import { SavedCell } from '../../parts/saved-cell.tsx';
import { UploadForm } from './upload-form.tsx';
import { useFind } from './use-find.ts';
import { useLinkOf } from './use-firmware.ts';
import type { LinkOf } from './use-firmware.ts';

const rowId = ({ firmwareid }: FirmwareItem): string => firmwareid;
const KB = 1024;
const MB = KB * KB;
const sizeText = (bytes: number): string =>
  bytes < MB ? `${(bytes / KB).toFixed(1)} kB` : `${(bytes / MB).toFixed(1)} MB`;

type Kit = {
  linkOf: LinkOf | undefined;
  change: (firmwareid: string, change: { filename?: string; memo?: string }) => Promise<unknown>;
  remove: (firmwareid: string) => Promise<unknown>;
};

const LinkCell = ({ item, linkOf }: { item: FirmwareItem; linkOf: LinkOf | undefined }): ReactElement | null => {
  const link = linkOf?.(item);
  if (link === undefined) return null;
  return (
    <span className={styles.status}>
      <a className={styles.words} href={link.href} title={link.text}>
        {link.text}
      </a>
      <CopyButton text={link.href} what={t('the link of {name}', { name: item.filename })} />
    </span>
  );
};

const storeColumns = ({ linkOf, change, remove }: Kit): readonly Column<FirmwareItem>[] => [
  {
    id: 'name',
    header: t('File name'),
    width: 'minmax(160px, 1.4fr)',
    value: ({ filename }) => filename,
    cell: ({ firmwareid, filename }) => (
      <SavedCell label={t('File name')} text={filename} onSave={(next) => change(firmwareid, { filename: next })} />
    ),
  },
  {
    id: 'memo',
    header: t('Memo'),
    width: 'minmax(128px, 1.2fr)',
    value: ({ memo }) => memo,
    cell: ({ firmwareid, memo }) => (
      <SavedCell optional label={t('Memo')} text={memo} onSave={(next) => change(firmwareid, { memo: next })} />
    ),
  },
  {
    id: 'size',
    header: t('Size'),
    width: '96px',
    align: 'end',
    value: ({ filesize }) => filesize,
    text: ({ filesize }) => sizeText(filesize),
    saved: { header: t('Size (bytes)'), value: ({ filesize }) => filesize },
  },
  { id: 'md5', header: 'MD5', width: 'minmax(152px, 1fr)', choice: 'on', value: ({ hash }) => hash },
  { id: 'sha256', header: 'SHA-256', width: 'minmax(152px, 1fr)', choice: 'off', value: ({ sha256 }) => sha256 },
  {
    id: 'link',
    header: t('Link'),
    width: 'minmax(192px, 1.6fr)',
    choice: 'on',
    value: (item) => linkOf?.(item).text ?? '',
    cell: (item) => <LinkCell item={item} linkOf={linkOf} />,
  },
  {
    id: 'time',
    header: t('Update time'),
    width: 'minmax(152px, 0.8fr)',
    choice: 'on',
    value: ({ updatetime }) => updatetime,
    text: ({ updatetime }) => formatDateTime(updatetime),
  },
  {
    id: 'remove',
    header: '',
    label: t('Delete'),
    width: '56px',
    cell: ({ firmwareid, filename }) => (
      <RemoveButton
        name={filename}
        question={t('The file is removed from the server. Devices that have it keep it.')}
        remove={() => remove(firmwareid)}
      />
    ),
  },
];

const Files = ({ rows }: { rows: readonly FirmwareItem[] }): ReactElement => {
  const { word, find } = useFind();
  const linkOf = useLinkOf();
  const { mutateAsync: put } = useSave(putFwStore, [getFwStore]);
  const { mutateAsync: take } = useSave(deleteFwStore, [getFwStore]);
  const columns = useMemo(
    () =>
      storeColumns({
        linkOf,
        change: (firmwareid, change) => put({ firmwareid, ...change }),
        remove: (firmwareid) => take({ firmwareid }),
      }),
    [linkOf, put, take],
  );
  const found = useMemo(() => matching(rows, columns, word), [rows, columns, word]);
  const table = useTable({ columns, rows: found, rowId, remember: 'columns:fwstore' });
  return (
    <div className={styles.list}>
      <TableTools table={table} times>
        <span className={styles.search}>
          <SearchField label={t('Search')} word={word} onWord={find} />
        </span>
        <SaveButtons table={table} name={['Firmware store']} />
      </TableTools>
      {found.length > 0 ? (
        <TableView label={t('Firmware Store')} table={table} />
      ) : rows.length > 0 ? (
        <EmptyState icon="search" title={t('no records')} />
      ) : (
        <EmptyState icon="server" title={t('No firmware yet')}>
          {t('Upload the file that the maker of the recorder gave you. Devices fetch it from here.')}
        </EmptyState>
      )}
    </div>
  );
};

export const StoreTab = (): ReactElement => {
  const { data, error, refetch } = useCall(getFwStore, {});
  if (data === undefined)
    return error === null ? <Skeleton rows={12} /> : <ErrorPanel error={error} retry={() => void refetch()} />;
  return (
    <div className={styles.tab}>
      <UploadForm />
      <Files rows={data} />
    </div>
  );
};

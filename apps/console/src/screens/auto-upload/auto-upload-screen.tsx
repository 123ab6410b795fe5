// The screen /autoupload: files that devices sent of their own accord.
import { type AutoUploadFile, autoUploadAddress, postAutoUpload } from '@outrider/contract';
import { useMemo } from 'react';
import type { ReactElement } from 'react';
import { t } from '../../lib/i18n.ts';
import { deviceFilter, extensionFilter } from '../../parts/log-search/log-filters.tsx';
import { LogSearch } from '../../parts/log-search/log-search.tsx';
import { useLogFilters } from '../../parts/log-search/use-log-filters.ts';
import { useLogQuery } from '../../parts/log-search/use-log-query.ts';
import { deviceColumn } from '../../parts/table/device-column.tsx';
import { timeColumn } from '../../parts/table/time-column.ts';
import type { Column } from '../../ui/column.ts';
import { Icon } from '../../ui/icon.tsx';
import { fileSizeText } from './file-size.ts';

const columns = (): readonly Column<AutoUploadFile>[] => [
  { id: 'serialno', header: t('Serial No'), width: '96px', value: ({ serialno }) => serialno },
  deviceColumn({ header: t('Device ID'), width: 'minmax(128px, 1fr)' }, ({ deviceid }) => deviceid),
  { id: 'name', header: t('File Name'), width: 'minmax(208px, 2fr)', value: ({ filename }) => filename },
  {
    id: 'size',
    header: t('File Size'),
    width: '96px',
    align: 'end',
    value: ({ filesize }) => filesize,
    text: ({ filesize }) => fileSizeText(filesize),
  },
  { id: 'extension', header: t('Extension'), width: '96px', value: ({ fileext }) => fileext },
  timeColumn('taken', t('File Time'), ({ filetime }) => filetime),
  timeColumn('updated', t('Update Time'), ({ updatetime }) => updatetime),
  {
    id: 'download',
    header: t('Download'),
    width: '104px',
    cell: (file) => (
      <a
        href={autoUploadAddress(file)}
        download={file.filename}
        aria-label={t('Download {name}', { name: file.filename })}
      >
        <Icon name="download" /> {t('Download')}
      </a>
    ),
  },
];

const FILTERS = ['deviceid', 'fileext'] as const;
const asAnswered = (files: readonly AutoUploadFile[]): readonly AutoUploadFile[] => files;
const rowId = ({ serialno }: AutoUploadFile): string => String(serialno);

export const AutoUploadScreen = (): ReactElement => {
  const [texts, set] = useLogFilters(FILTERS);
  const query = useLogQuery(
    postAutoUpload,
    (span) => ({ ...texts, afterTime: span.afterUpdatetime, beforeTime: span.beforeUpdatetime }),
    asAnswered,
  );
  return (
    <LogSearch
      title={t('Auto upload')}
      query={query}
      search
      name="AutoUpload"
      remember="columns:autoupload"
      columns={useMemo(() => columns(), [])}
      rowId={rowId}
      filters={
        <>
          <deviceFilter.Filter value={texts.deviceid} onChange={(deviceid) => set({ deviceid })} />
          <extensionFilter.Filter value={texts.fileext} onChange={(fileext) => set({ fileext })} />
        </>
      }
    />
  );
};

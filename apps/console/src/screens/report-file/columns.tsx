// The columns of the table of report files.
import { type ReportFile, reportFileAddress } from '@outrider/contract';
import { t } from '../../lib/i18n.ts';
import { formatDateTime } from '../../lib/time.ts';
import { periodText, typeText } from '../../parts/event-report/report-words.ts';
import type { Column } from '../../ui/column.ts';

const time = (id: 'starttime' | 'endtime' | 'updatetime', header: string): Column<ReportFile> => ({
  id,
  header,
  width: '168px',
  value: (file) => file[id],
  text: (file) => formatDateTime(file[id]),
});

export const fileColumns = (): readonly Column<ReportFile>[] => [
  { id: 'number', header: '#', width: '64px', align: 'end', pinned: true, value: ({ fileid }) => fileid },
  { id: 'profile', header: t('Profile'), width: 'minmax(120px, 1fr)', value: ({ profile }) => profile },
  { id: 'type', header: t('Type'), width: '120px', value: ({ type }) => typeText(type) },
  {
    id: 'period',
    header: t('Period'),
    width: '88px',
    value: ({ period }) => period,
    text: ({ period }) => periodText(period),
  },
  { id: 'name', header: t('File Name'), width: 'minmax(240px, 2fr)', value: ({ filename }) => filename },
  { id: 'kind', header: t('File Type'), width: '88px', value: ({ filetype }) => filetype.toUpperCase() },
  time('starttime', t('Start Time')),
  time('endtime', t('End Time')),
  time('updatetime', t('Update Time')),
  {
    id: 'download',
    header: t('Download'),
    width: '104px',
    cell: (file) => (
      <a
        href={reportFileAddress(file)}
        download={file.filename}
        aria-label={t('Download {name}', { name: file.filename })}
      >
        {t('Download')}
      </a>
    ),
  },
];

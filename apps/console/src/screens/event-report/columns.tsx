// The columns of the table of scheduled reports, with what can be done with each.
import type { EventReport } from '@outrider/contract';
import type { ReactElement } from 'react';
import { t } from '../../lib/i18n.ts';
import { formatDateTime } from '../../lib/time.ts';
import { periodText, typeText } from '../../parts/event-report/report-words.ts';
import { Button } from '../../ui/button.tsx';
import type { Column } from '../../ui/column.ts';
import styles from './event-report.module.css';

type Kit = { edit: (report: EventReport) => void; remove: (report: EventReport) => void };

export const reportName = ({ profile, reportid }: EventReport): string => `${profile} [${reportid}]`;

const Actions = ({ report, edit, remove }: Kit & { report: EventReport }): ReactElement => {
  const name = reportName(report);
  return (
    <span className={styles.actions}>
      <Button
        look="bare"
        icon="edit"
        aria-label={t('Edit {name}', { name })}
        onClick={(event) => {
          event.stopPropagation(); // the row opens as well
          edit(report);
        }}
      />
      <Button
        look="bare"
        icon="remove"
        aria-label={t('Delete {name}', { name })}
        onClick={(event) => {
          event.stopPropagation(); // the row would open
          remove(report);
        }}
      />
    </span>
  );
};

export const reportColumns = (kit: Kit): readonly Column<EventReport>[] => [
  { id: 'id', header: 'ID', width: '64px', align: 'end', pinned: true, value: ({ reportid }) => reportid },
  { id: 'member', header: t('Member'), width: '104px', value: ({ memberid }) => memberid },
  {
    id: 'enable',
    header: t('Enable'),
    width: '80px',
    value: ({ enable }) => enable,
    text: ({ enable }) => (enable === 1 ? t('Yes') : t('No')),
  },
  { id: 'profile', header: t('Profile'), width: 'minmax(128px, 1fr)', value: ({ profile }) => profile },
  { id: 'type', header: t('Type'), width: 'minmax(120px, 0.8fr)', value: ({ type }) => typeText(type) },
  {
    id: 'period',
    header: t('Period'),
    width: '96px',
    value: ({ period }) => period,
    text: ({ period }) => periodText(period),
  },
  { id: 'memo', header: t('Memo'), width: 'minmax(104px, 1fr)', value: ({ memo }) => memo },
  {
    id: 'updated',
    header: t('Update Time'),
    width: '168px',
    value: ({ updatetime }) => updatetime,
    text: ({ updatetime }) => formatDateTime(updatetime),
  },
  {
    id: 'actions',
    header: '',
    label: t('Action'),
    width: '104px',
    cell: (report) => <Actions report={report} {...kit} />,
  },
];

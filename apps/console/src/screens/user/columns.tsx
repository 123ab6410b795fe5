// The columns of the account table.
import type { UserRow } from '@outrider/contract';
import { t } from '../../lib/i18n.ts';
import { formatDateTime } from '../../lib/time.ts';
import type { Column } from '../../ui/column.ts';
import { Button } from '../../ui/button.tsx';
import { isExpired, isStale } from './sign-in-age.ts';
import styles from './user.module.css';

export type ColumnsKit = {
  nowMs: number;
  permissionName: (id: number) => string;
  groupName: (id: string) => string;
  /** Missing where a sign-in does not go stale. */
  reactivate?: (name: string) => void;
};

const timeText = (ms: number): string => (ms === 0 ? '' : formatDateTime(ms));

const dates = ({ nowMs, reactivate }: ColumnsKit): readonly Column<UserRow>[] => [
  {
    id: 'expiry',
    header: t('Expires'),
    width: 'minmax(112px, 0.8fr)',
    choice: 'on',
    value: ({ expirydate }) => expirydate,
    cell: (row) => (
      <span className={isExpired(row, nowMs) ? styles.bad : 'num'}>
        {row.expirydate === '' ? <span className="soft">{t('never')}</span> : row.expirydate}
        {isExpired(row, nowMs) && ` · ${t('expired')}`}
      </span>
    ),
  },
  {
    id: 'login',
    header: t('Last sign-in'),
    width: reactivate === undefined ? 'minmax(176px, 1fr)' : 'minmax(272px, 1.4fr)',
    choice: 'on',
    value: ({ logintime }) => (logintime === 0 ? null : logintime),
    text: ({ logintime }) => timeText(logintime),
    cell: (row) =>
      reactivate !== undefined && isStale(row, nowMs) ? (
        <span className={styles.stale}>
          <span className={styles.bad}>{timeText(row.logintime)}</span>
          <Button
            aria-label={t('Reactivate {user}', { user: row.name })}
            onClick={(event) => {
              event.stopPropagation(); // the row would open
              reactivate(row.name);
            }}
          >
            {t('Reactivate')}
          </Button>
        </span>
      ) : (
        <span className="num">{timeText(row.logintime)}</span>
      ),
  },
  {
    id: 'updated',
    header: t('Last update'),
    width: 'minmax(280px, 1.6fr)',
    choice: 'on',
    value: ({ updatetime }) => (updatetime === 0 ? null : updatetime),
    text: ({ updatetime, updateby }) => (updatetime === 0 ? '' : `${timeText(updatetime)} ${writerText(updateby)}`),
  },
];

/** Who changed it last: an account, or somebody at the server. */
const writerText = (by: string): string => (by === 'command line' ? t('Command line') : by);

/** Level 0 needs no group to see every device. */
const groupText = ({ groupid, permission }: UserRow, { groupName }: ColumnsKit): string =>
  groupid === '' && permission === 0 ? t('All devices') : groupName(groupid);

export const userColumns = (kit: ColumnsKit): readonly Column<UserRow>[] => [
  { id: 'name', header: t('Name'), width: '144px', pinned: true, value: ({ name }) => name },
  {
    id: 'permission',
    header: t('Permission'),
    width: 'minmax(112px, 0.8fr)',
    value: ({ permission }) => kit.permissionName(permission),
    text: ({ permission, ownrights }) =>
      ownrights ? `${kit.permissionName(permission)} (${t('own rights')})` : kit.permissionName(permission),
  },
  {
    id: 'group',
    header: t('Group'),
    width: 'minmax(112px, 1fr)',
    value: (row) => groupText(row, kit),
    text: (row) => (row.othergroups === 0 ? groupText(row, kit) : `${groupText(row, kit)} +${row.othergroups}`),
  },
  ...dates(kit),
  {
    id: 'days',
    header: t('Days back'),
    width: '96px',
    align: 'end',
    choice: 'on',
    value: ({ rdbretention }) => (rdbretention === 0 ? null : rdbretention),
    text: ({ rdbretention }) => (rdbretention === 0 ? t('all') : String(rdbretention)),
  },
  { id: 'mail', header: t('Mail'), width: 'minmax(128px, 1fr)', choice: 'on', value: ({ mail1 }) => mail1 },
  { id: 'phone', header: t('Phone'), width: 'minmax(112px, 0.8fr)', choice: 'on', value: ({ phone }) => phone },
  { id: 'memo', header: t('Memo'), width: 'minmax(128px, 1fr)', choice: 'on', value: ({ memo }) => memo },
  {
    id: 'place',
    header: t('Map location'),
    width: 'minmax(128px, 0.8fr)',
    choice: 'off',
    value: ({ maplocation }) => maplocation,
  },
  {
    id: 'extuser',
    header: t('External user'),
    width: 'minmax(112px, 0.8fr)',
    choice: 'off',
    value: ({ extuser }) => extuser,
  },
];

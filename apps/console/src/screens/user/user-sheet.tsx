// The sheet of one account: its form, and what the account would see as the form stands.
import {
  FIRST_ADMIN,
  type AccountDraft as UserDraft,
  type PermissionSetRow,
  type UserRow,
  getUserGroups,
  parseRights,
  postGroupDevices,
} from '@outrider/contract';
import type { ReactElement } from 'react';
import { useCall } from '../../lib/calls.ts';
import { deployment } from '../../lib/deployment.ts';
import { t } from '../../lib/i18n.ts';
import { useSession } from '../../live/session.ts';
import type { Rows } from '../../parts/form/row.ts';
import { FormSheet } from '../../parts/form/form-sheet.tsx';
import { usePermissionSets } from '../../parts/permission/permission-sets.ts';
import type { EditorProps } from '../../parts/resource/resource-screen.tsx';
import { ErrorPanel, Notice, Skeleton } from '../../ui/states.tsx';
import { groupPaths } from './group-paths.ts';
import { useUserForm } from './use-user-form.ts';
import styles from './user.module.css';

const pages = [
  ['P_live', 'Live view'],
  ['P_gppb', 'GPS playback'],
  ['P_lopb', 'Video playback'],
  ['P_repb', 'Remote playback'],
  ['F_event', 'Events'],
] as const;

const daysText = (days: number): string =>
  days === 0 ? t('as far back as there is') : t('{count} days back', { count: days });

type SeesProps = { draft: UserDraft; sets: readonly PermissionSetRow[]; rootId: string };

/** Vehicles of the group that is chosen, what may be done with them, how far back. */
const Sees = ({ draft, sets, rootId }: SeesProps): ReactElement | null => {
  const { editingGroupid: groupid, editingPermission: permission, rdbretention } = draft;
  const ask = (id: string): number => Number(id === '' ? rootId : id);
  const all = useCall(postGroupDevices, { groupid: ask(rootId) }, { enabled: rootId !== '' });
  const own = useCall(
    postGroupDevices,
    { groupid: ask(groupid) },
    { enabled: groupid !== '' && rootId !== '', keep: true },
  );
  const count = permission === 0 ? all.data?.length : groupid === '' ? undefined : own.data?.length;
  if (count === undefined || all.data === undefined) return null;
  const rights = parseRights(sets.find(({ id }) => id === String(permission))?.access ?? '');
  const may = pages.filter(([right]) => rights.has(right)).map(([, name]) => t(name));
  const vehicles = t('Sees {seen} of {count} vehicles', { seen: count, count: all.data.length });
  return (
    <output className={styles.sees}>
      {[vehicles, may.join(', '), daysText(rdbretention)].filter((part) => part !== '').join(' · ')}
    </output>
  );
};

const seesRow = (sets: readonly PermissionSetRow[], rootId: string): Rows<UserDraft> => [
  { control: 'note', draw: (draft) => <Sees draft={draft} sets={sets} rootId={rootId} /> },
];

/** Which permissions may be given: level 0 by the account admin alone, unless the deployment says otherwise. */
const offered = (sets: readonly PermissionSetRow[], mayGiveAll: boolean, own: number | undefined) =>
  sets
    .filter(({ id }) => id !== '0' || mayGiveAll || own === 0)
    .map(({ id, name }) => ({ value: Number(id), name: `${id} ${name}` }));

const warnings = (row: UserRow | undefined): string[] => [
  ...(row !== undefined && row.othergroups > 0
    ? [t('{count} more groups were given by command line. Another group takes them away.', { count: row.othergroups })]
    : []),
  ...(row?.ownrights === true
    ? [t('Its rights are its own, given by command line. Another permission takes them away.')]
    : []),
];

type LoadedProps = EditorProps<UserRow> & {
  sets: readonly PermissionSetRow[];
  groups: readonly { groupid: string; path: string }[];
  rootId: string;
};

const LoadedSheet = ({ row, rows, onClose, onSaved, apart, sets, groups, rootId }: LoadedProps): ReactElement => {
  const userName = useSession((s) => s.userName);
  const form = useUserForm({
    row,
    rows,
    permissions: offered(sets, userName === FIRST_ADMIN || deployment.elseAdmin, row?.permission),
    groups: groups.map(({ groupid, path }) => ({ value: groupid, name: path })),
    sees: seesRow(sets, rootId),
    onSaved,
  });
  return (
    <FormSheet
      form={form}
      title={row === undefined ? t('New user') : row.name}
      saveText={row === undefined ? t('Add') : t('Update')}
      onClose={onClose}
      intro={warnings(row).map((text) => (
        <Notice key={text} tone="warn">
          {text}
        </Notice>
      ))}
      apart={apart}
    />
  );
};

/** Begins when permissions and groups are there: a form keeps what it began with. */
export const UserSheet = (props: EditorProps<UserRow>): ReactElement => {
  const setsAnswer = usePermissionSets();
  const groupsAnswer = useCall(getUserGroups, {});
  const { data: sets } = setsAnswer;
  const { data: groups } = groupsAnswer;
  if (sets === undefined || groups === undefined) {
    const failed = [setsAnswer, groupsAnswer].filter(({ data, error }) => data === undefined && error !== null);
    const error = failed[0]?.error ?? null;
    if (error === null) return <Skeleton rows={8} />;
    return <ErrorPanel error={error} retry={() => failed.forEach(({ refetch }) => void refetch())} />;
  }
  const rootId = groups.find(({ parentid }) => (parentid ?? '') === '')?.groupid ?? '';
  return <LoadedSheet {...props} sets={sets} groups={groupPaths(groups)} rootId={rootId} />;
};

// The screen /usersetting: the accounts of this server, for administrators.
import {
  FIRST_ADMIN,
  MAX_USERS,
  TOO_MANY_USERS,
  type UserRow,
  deleteAccount,
  getUserGroups,
  postUserList,
  putAccount,
} from '@outrider/contract';
import { useMemo, useState } from 'react';
import type { ReactElement } from 'react';
import { useCall } from '../../lib/calls.ts';
import { deployment } from '../../lib/deployment.ts';
import { t } from '../../lib/i18n.ts';
import { send } from '../../lib/send.ts';
import { systemClock } from '../../lib/time.ts';
import { useSession } from '../../live/session.ts';
import { usePermissionSets } from '../../parts/permission/permission-sets.ts';
import { ResourceScreen } from '../../parts/resource/resource-screen.tsx';
import { Notice } from '../../ui/states.tsx';
import { showFailure } from '../../ui/toast.ts';
import { userColumns } from './columns.tsx';
import { UserSheet } from './user-sheet.tsx';

const rowId = ({ name }: UserRow): string => name;

/** Sets the time of the last sign-in to now. */
const reactivate = async (editingName: string, refetch: () => unknown): Promise<void> => {
  try {
    await send(putAccount, { editingName, resetLogintime: true });
    await refetch();
  } catch (error) {
    showFailure(t('Save Error'), error);
  }
};

export const UserScreen = (): ReactElement => {
  const answer = useCall(postUserList, {});
  const sets = usePermissionSets().data;
  const groups = useCall(getUserGroups, {}).data;
  const own = useSession((s) => s.userName);
  const [nowMs] = useState(() => systemClock.now());
  const { refetch } = answer;
  const columns = useMemo(
    () =>
      userColumns({
        nowMs,
        permissionName: (id) => sets?.find((set) => set.id === String(id))?.name ?? String(id),
        groupName: (id) => groups?.find(({ groupid }) => groupid === id)?.name ?? '',
        ...(deployment.customerRecords && { reactivate: (name: string) => void reactivate(name, refetch) }),
      }),
    [nowMs, sets, groups, refetch],
  );
  return (
    <ResourceScreen
      resource={{
        title: t('User setting'),
        answer,
        columns,
        rowId,
        name: 'Users',
        remember: 'columns:users',
        addText: t('New user'),
        notice: (answer.data?.length ?? 0) >= MAX_USERS && <Notice tone="warn">{t(TOO_MANY_USERS)}</Notice>,
        editor: UserSheet,
        removal: {
          may: ({ name }) => !deployment.peerToPeer && name !== FIRST_ADMIN && name !== own,
          text: t('Delete user'),
          question: ({ name }) => t('{user} is signed out everywhere and cannot sign in again.', { user: name }),
          remove: ({ name }) => send(deleteAccount, { editingName: name }),
        },
      }}
    />
  );
};

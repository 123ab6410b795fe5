// 'Find Setting': which accounts reach a device or a group, by which of their groups, with which level.
import { postFindSetting } from '@outrider/contract';
import type { GroupReach, GroupsChange } from '@outrider/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo } from 'react';
import type { ReactElement } from 'react';
import { useCall } from '../../lib/calls.ts';
import { t } from '../../lib/i18n.ts';
import { groupNews } from '../../live/group-news.ts';
import { pathText } from '../../parts/groups/group-model.ts';
import type { GroupModel } from '../../parts/groups/group-model.ts';
import type { Column } from '../../ui/column.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState, ErrorPanel, Skeleton } from '../../ui/states.tsx';
import styles from './group-summary.module.css';

/** What is asked for: a device or a group by its id. */
export type Sought = { readonly kind: 'device' | 'group'; readonly id: string };

const columns = (model: GroupModel): readonly Column<GroupReach>[] => [
  {
    id: 'user',
    header: t('User'),
    width: 'minmax(96px, 1fr)',
    value: ({ username }) => username,
    text: ({ username, expired }) => (expired ? t('{user} (expired)', { user: username }) : username),
  },
  { id: 'level', header: t('Permission level'), width: '136px', align: 'end', value: ({ permission }) => permission },
  {
    id: 'by',
    header: t('By group'),
    width: 'minmax(128px, 1.6fr)',
    value: ({ groupid }) => (groupid === '' ? t('sees everything') : pathText(model, groupid)),
  },
  {
    id: 'held',
    header: t('Which holds'),
    width: 'minmax(96px, 1fr)',
    value: ({ heldby }) => model.byId.get(heldby)?.name ?? '',
  },
];

const rowId = ({ username, groupid }: GroupReach): string => `${username} ${groupid}`;

const Found = ({ sought: { kind, id }, model }: { sought: Sought; model: GroupModel }): ReactElement => {
  const { data, error, refetch } = useCall(
    postFindSetting,
    kind === 'device' ? { deviceid: id } : { groupid: Number(id) },
  );
  const shown = useMemo(() => columns(model), [model]);
  if (error !== null) return <ErrorPanel error={error} retry={() => void refetch()} />;
  if (data === undefined) return <Skeleton rows={4} />;
  return <DataTable label={t('Find Setting')} columns={shown} rows={data} rowId={rowId} />;
};

/** Says that who sees what may be otherwise now. What is `shown` is asked again at once, the rest when somebody looks at it. */
export const useSeersChanged = (): ((shown?: boolean) => void) => {
  const client = useQueryClient();
  return useCallback(
    (shown = true) =>
      void client.invalidateQueries({
        queryKey: [postFindSetting.method, postFindSetting.path],
        refetchType: shown ? 'active' : 'none',
      }),
    [client],
  );
};

/** Who sees a device hangs on its own links and on the tree, who sees a group on the tree alone. A whole fleet may move at once. */
const concerns = ({ A, I }: GroupsChange, sought: Sought | undefined): boolean =>
  A === 'tree' || (sought?.kind === 'device' && (I === undefined || I === sought.id));

export const FindSetting = ({ sought, model }: { sought: Sought | undefined; model: GroupModel }): ReactElement => {
  const seersChanged = useSeersChanged();
  useEffect(() => groupNews.subscribe((change) => seersChanged(concerns(change, sought))), [seersChanged, sought]);
  const name = sought?.kind === 'group' ? (model.byId.get(sought.id)?.name ?? sought.id) : sought?.id;
  return (
    <section className={styles.part} aria-label={t('Find Setting')}>
      <div className={styles.head}>
        <h2>{t('Find Setting')}</h2>
        {name !== undefined && <span className="soft">{t('Who can see {name}', { name })}</span>}
      </div>
      <div className={styles.table}>
        {sought === undefined ? (
          <EmptyState icon="search" title={t('Who can see this?')}>
            {t('Choose a link or a group: here stands who sees it, by which group and with which level.')}
          </EmptyState>
        ) : (
          <Found key={`${sought.kind} ${sought.id}`} sought={sought} model={model} />
        )}
      </div>
    </section>
  );
};

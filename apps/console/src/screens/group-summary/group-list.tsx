// 'Viewable Group List': every group with the way to it and how many devices it holds itself.
import type { UserGroup } from '@outrider/contract';
import { useMemo } from 'react';
import type { ReactElement } from 'react';
import { t } from '../../lib/i18n.ts';
import { inOrder, pathText } from '../../parts/groups/group-model.ts';
import type { GroupModel, LinkModel } from '../../parts/groups/group-model.ts';
import type { Column } from '../../ui/column.ts';
import { DataTable } from '../../ui/data-table.tsx';
import styles from './group-summary.module.css';

type ListProps = {
  model: GroupModel;
  links: LinkModel;
  selected: string | undefined;
  onFind: (groupid: string) => void;
};

const rowId = ({ groupid }: UserGroup): string => groupid;

export const GroupList = ({ model, links, selected, onFind }: ListProps): ReactElement => {
  const rows = useMemo(() => inOrder(model), [model]);
  const columns = useMemo(
    (): readonly Column<UserGroup>[] => [
      { id: 'path', header: t('Group'), width: 'minmax(180px, 1fr)', value: ({ groupid }) => pathText(model, groupid) },
      {
        id: 'count',
        header: t('Devices'),
        width: '88px',
        align: 'end',
        value: ({ groupid }) => links.inGroup(groupid).size,
      },
    ],
    [model, links],
  );
  return (
    <section className={styles.part} aria-label={t('Viewable Group List')}>
      <div className={styles.head}>
        <h2>{t('Viewable Group List')}</h2>
        <span className="soft num">{t('{count} groups', { count: rows.length })}</span>
      </div>
      <div className={styles.table}>
        <DataTable
          label={t('Viewable Group List')}
          columns={columns}
          rows={rows}
          rowId={rowId}
          onSelect={({ groupid }) => onFind(groupid)}
          selectedId={selected}
        />
      </div>
    </section>
  );
};

// The tree of groups at the left: typed to filter, opened and gone through by keys.
import { useMemo, useState } from 'react';
import type { ReactElement } from 'react';
import { t } from '../../lib/i18n.ts';
import { pathOf } from '../../parts/groups/group-model.ts';
import type { GroupModel } from '../../parts/groups/group-model.ts';
import { Icon } from '../../ui/icon.tsx';
import { SearchField } from '../../ui/screen-head.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { Tree } from '../../ui/tree.tsx';
import styles from './group-setting.module.css';
import { groupRows } from './tree-rows.ts';
import type { GroupRow } from './tree-rows.ts';

type TreeProps = {
  model: GroupModel;
  current: string;
  countOf: (groupid: string) => number;
  onOpen: (groupid: string) => void;
};

const useRows = (model: GroupModel, current: string, word: string) => {
  /** What was folded or unfolded by hand; else the tops and the way to the current group are open. */
  const [folded, setFolded] = useState<ReadonlyMap<string, boolean>>(new Map());
  const isOpen = useMemo(() => {
    const usual = new Set([...model.tops, ...pathOf(model, current).slice(0, -1)].map(({ groupid }) => groupid));
    return (id: string): boolean => folded.get(id) ?? usual.has(id);
  }, [model, current, folded]);
  return {
    rows: useMemo(() => groupRows(model, isOpen, word), [model, isOpen, word]),
    fold: ({ groupid }: GroupRow): void => setFolded((old) => new Map(old).set(groupid, !isOpen(groupid))),
  };
};

export const GroupTree = ({ model, current, countOf, onOpen }: TreeProps): ReactElement => {
  const [word, setWord] = useState('');
  const { rows, fold } = useRows(model, current, word);
  return (
    <aside className={styles.treeSide}>
      <SearchField label={t('Find groups')} word={word} onWord={setWord} />
      {rows.length === 0 ? (
        <EmptyState icon="search" title={t('No group matches')} />
      ) : (
        <Tree
          label={t('Groups')}
          nodes={rows}
          checked={({ groupid }) => groupid === current}
          onAct={({ groupid }) => onOpen(groupid)}
          onFold={fold}
        >
          {(row) => (
            <>
              <button
                type="button"
                tabIndex={-1}
                className={styles.fold}
                aria-hidden="true"
                style={{ visibility: row.open === undefined ? 'hidden' : 'visible' }}
                onClick={(event) => {
                  event.stopPropagation();
                  fold(row);
                }}
              >
                <Icon name={row.open === true ? 'down' : 'right'} size={12} />
              </button>
              <bdi className={styles.rowName}>{row.name}</bdi>
              <span className="soft num">{countOf(row.groupid)}</span>
            </>
          )}
        </Tree>
      )}
    </aside>
  );
};

// Where one is in the tree: the way from the top, and the groups below. A press leads there.
import type { UserGroup } from '@outrider/contract';
import type { ReactElement } from 'react';
import { t } from '../../lib/i18n.ts';
import { pathOf } from '../../parts/groups/group-model.ts';
import type { GroupModel } from '../../parts/groups/group-model.ts';
import { Button } from '../../ui/button.tsx';
import styles from './group-setting.module.css';

type HeadProps = { group: UserGroup; model: GroupModel; onOpen: (groupid: string) => void };

export const Breadcrumb = ({ group, model, onOpen }: HeadProps): ReactElement => (
  <nav aria-label={t('Path of the group')}>
    <ol className={styles.path}>
      {pathOf(model, group.groupid).map(({ groupid, name }) => (
        <li key={groupid}>
          <button
            type="button"
            aria-current={groupid === group.groupid ? 'page' : undefined}
            onClick={() => onOpen(groupid)}
          >
            <bdi>{name}</bdi>
          </button>
        </li>
      ))}
    </ol>
  </nav>
);

export const Children = ({ group, model, onOpen }: HeadProps): ReactElement => {
  const below = model.below(group.groupid);
  return (
    <section aria-label={t('Groups below')} className={styles.children}>
      <h2>{t('Groups below')}</h2>
      {below.length === 0 ? (
        <p className="soft">{t('None')}</p>
      ) : (
        <div className={styles.childList}>
          {below.map(({ groupid, name }) => (
            <Button key={groupid} onClick={() => onOpen(groupid)}>
              <bdi>{name}</bdi>
            </Button>
          ))}
        </div>
      )}
    </section>
  );
};

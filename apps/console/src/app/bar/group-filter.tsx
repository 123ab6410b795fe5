// The group filter: narrows lists, counters and map to the devices of one group and those below. For level 0.
import type { UserGroup } from '@outrider/contract';
import { useMemo } from 'react';
import type { ReactElement } from 'react';
import { useStore } from 'zustand';
import { t } from '../../lib/i18n.ts';
import { groupStore, live } from '../../live/index.ts';
import { useSession } from '../../live/session.ts';
import { Icon } from '../../ui/icon.tsx';
import styles from './bar.module.css';

type Choice = { readonly id: string; readonly text: string };

/** Groups of the same name are told apart by the one above. */
const choicesOf = (all: readonly UserGroup[]): readonly Choice[] => {
  const names = new Map(all.map(({ groupid, name }) => [groupid, name]));
  const times = new Map<string, number>();
  for (const { name } of all) times.set(name, (times.get(name) ?? 0) + 1);
  return all.map(({ groupid, name, parentid }) => {
    const above = parentid === null ? undefined : names.get(parentid);
    return { id: groupid, text: (times.get(name) ?? 0) > 1 && above !== undefined ? `${name} (${above})` : name };
  });
};

/** Nothing for those below level 0. */
export const GroupFilter = (): ReactElement | null => {
  const level = useSession((s) => s.level);
  const { usergroup, filterGroupid, asking, failed } = useStore(groupStore);
  const choices = useMemo(() => choicesOf(usergroup), [usergroup]);
  if (level !== 0) return null;
  const title = failed ? t('The devices of this group could not be asked. Trying again soon.') : t('Group filter');
  return (
    <label
      className={`${styles.filter} ${styles.groups}`}
      title={title}
      aria-busy={asking}
      data-failed={failed ? '' : undefined}
    >
      <Icon name={failed ? 'warning' : 'group'} size={14} />
      <select
        aria-label={t('Group filter')}
        value={filterGroupid}
        onChange={(event) => live().groups.choose(event.target.value)}
      >
        <option value="">{t('All groups')}</option>
        {choices.map(({ id, text }) => (
          <option key={id} value={id}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
};

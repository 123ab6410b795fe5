// The devices in the group that is looked at: a list of all, ticked where they are in it, found by words and by whether they are in a group.
import type { UserGroup } from '@outrider/contract';
import { useMemo, useState } from 'react';
import type { ReactElement } from 'react';
import { t } from '../../lib/i18n.ts';
import { useDeviceIds, useDevicesLoaded } from '../../live/hooks.ts';
import { DeviceGlyph } from '../../parts/device-glyph.tsx';
import { DeviceNames, namesText } from '../../parts/device-names.tsx';
import type { GroupModel, LinkModel } from '../../parts/groups/group-model.ts';
import { OptionList } from '../../ui/option-list.tsx';
import { Confirm } from '../../ui/question.tsx';
import { SearchField } from '../../ui/screen-head.tsx';
import { EmptyState, Skeleton } from '../../ui/states.tsx';
import styles from './group-setting.module.css';
import type { GroupEdits } from './use-group-setting.ts';

type DevicesProps = {
  group: UserGroup;
  model: GroupModel;
  links: LinkModel;
  editable: boolean;
  edits: Pick<GroupEdits, 'link' | 'unlink'>;
};

const kinds = ['all', 'inside', 'free'] as const;
type Kind = (typeof kinds)[number];
const kindTexts = (): Readonly<Record<Kind, string>> => ({
  all: t('All devices'),
  inside: t('In this group'),
  free: t('In no group'),
});

const NONE: ReadonlySet<string> = new Set();

const drawn = (id: string, groups: string): ReactElement => (
  <span className={styles.device}>
    <DeviceGlyph id={id} />
    <DeviceNames id={id} />
    <bdi className={`soft ${styles.groups}`} title={groups}>
      {groups}
    </bdi>
  </span>
);

type Shown = {
  word: string;
  kind: Kind;
  links: LinkModel;
  inside: ReadonlySet<string>;
  /** Stay among those in no group. */
  ticked: ReadonlySet<string>;
};

const useShown = ({ word, kind, links, inside, ticked }: Shown): readonly string[] => {
  const ids = useDeviceIds({ mode: 'all', word: word.trim() });
  return useMemo(() => {
    if (kind === 'inside') return ids.filter((id) => inside.has(id));
    return kind === 'free' ? ids.filter((id) => ticked.has(id) || links.ofDevice(id).length === 0) : ids;
  }, [ids, kind, links, inside, ticked]);
};

/** Those ticked since the filter was changed last: they stay where they are, or the next one would slide under the pointer. */
const useTicked = (filter: string) => {
  const [{ of, ticked }, setTicked] = useState({ of: filter, ticked: NONE });
  if (of !== filter) setTicked({ of: filter, ticked: NONE });
  return {
    ticked: of === filter ? ticked : NONE,
    tick: (id: string): void => setTicked((old) => ({ ...old, ticked: new Set([...old.ticked, id]) })),
  };
};

type FinderProps = { word: string; onWord: (word: string) => void; kind: Kind; onKind: (kind: Kind) => void };
const Finder = ({ word, onWord, kind, onKind }: FinderProps): ReactElement => (
  <div className={styles.finder}>
    <SearchField label={t('Find devices')} word={word} onWord={onWord} />
    <select
      className="form-select"
      aria-label={t('Which devices')}
      value={kind}
      onChange={(event) => onKind(kinds.find((each) => each === event.target.value) ?? 'all')}
    >
      {kinds.map((each) => (
        <option key={each} value={each}>
          {kindTexts()[each]}
        </option>
      ))}
    </select>
  </div>
);

export const GroupDevices = ({ group, model, links, editable, edits }: DevicesProps): ReactElement => {
  const [word, setWord] = useState('');
  const [kind, setKind] = useState<Kind>('all');
  const [leaving, setLeaving] = useState('');
  const loaded = useDevicesLoaded();
  const inside = links.inGroup(group.groupid);
  const { ticked, tick } = useTicked(JSON.stringify([group.groupid, kind, word]));
  const shown = useShown({ word, kind, links, inside, ticked });
  const groupsOf = (id: string): string =>
    links
      .ofDevice(id)
      .map((groupid) => model.byId.get(groupid)?.name ?? t('undefine'))
      .join(', ');
  const toggle = (id: string): void => {
    if (inside.has(id)) return setLeaving(id);
    tick(id);
    void edits.link(id);
  };
  return (
    <section className={styles.devices} aria-label={t('Devices')}>
      <div className={styles.devicesHead}>
        <h2>{t('Devices')}</h2>
        <output className="soft num">
          {t('{count} in this group, {number} shown', { count: inside.size, number: shown.length })}
        </output>
      </div>
      <Finder word={word} onWord={setWord} kind={kind} onKind={setKind} />
      <div className={styles.list}>
        {!loaded && <Skeleton />}
        {loaded && shown.length === 0 && <EmptyState icon="search" title={t('No device matches the filter')} />}
        {loaded && shown.length > 0 && (
          <OptionList
            label={t('Devices of {group}', { group: group.name })}
            ids={shown}
            chosen={inside}
            nameOf={namesText}
            draw={(id) => drawn(id, groupsOf(id))}
            onToggle={toggle}
            fixed={!editable}
          />
        )}
      </div>
      {leaving !== '' && (
        <Confirm
          title={t('Take {device} out of {group}?', { device: namesText(leaving), group: group.name })}
          confirmText={t('Take out')}
          danger
          onConfirm={() => edits.unlink(leaving)}
          onClose={() => setLeaving('')}
        >
          {t('Who sees it by this group alone loses it at once, with what is open of it.')}
        </Confirm>
      )}
    </section>
  );
};

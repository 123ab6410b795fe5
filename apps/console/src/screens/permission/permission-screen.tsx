// The screen /permission: what the accounts of each permission may do, for administrators.
import { type PermissionSetRow, type Right, type UserRow, permissionName, postUserList } from '@outrider/contract';
import { useMemo, useState } from 'react';
import type { ReactElement } from 'react';
import { useCall } from '../../lib/calls.ts';
import { t } from '../../lib/i18n.ts';
import { usePreference } from '../../lib/preferences.ts';
import { AskBeforeLeaving } from '../../parts/form/ask-before-leaving.tsx';
import { usePermissionSets } from '../../parts/permission/permission-sets.ts';
import { Button } from '../../ui/button.tsx';
import { SwitchField } from '../../ui/checkbox-field.tsx';
import { Confirm, Prompt } from '../../ui/question.tsx';
import { ScreenHead, SearchField } from '../../ui/screen-head.tsx';
import { EmptyState, ErrorPanel, Skeleton } from '../../ui/states.tsx';
import { Matrix, type SetActions } from './matrix.tsx';
import styles from './permission.module.css';
import { type Effect, effectsOf, nameOf } from './permission-draft.ts';
import { rightGroups } from './right-words.ts';
import { type SaidGroup, narrowed } from './rows.ts';
import { type PermissionEditor, usePermissionDraft } from './use-permission-draft.ts';

type Sets = readonly PermissionSetRow[];

const saidGroups = (): SaidGroup[] =>
  rightGroups.map(({ name, about, rights }) => ({
    id: name,
    name: t(name),
    about: t(about),
    rights: rights.map((each) => ({ right: each.right, name: t(each.name) })),
  }));

/** The sets that this browser hides, by their numbers. */
const useHidden = () => {
  const [text, setText] = usePreference('editPermissions');
  const hidden = useMemo(() => new Set(text.split(',').filter((id) => id !== '')), [text]);
  const toggle = (id: string): void => {
    const next = new Set(hidden);
    if (!next.delete(id)) next.add(id);
    setText([...next].join(',') || null);
  };
  return { hidden, toggle };
};

/** The accounts that take their rights from a set; those above 3 without a set act like 3. */
const peopleOf =
  (users: readonly UserRow[], sets: Sets) =>
  ({ id }: PermissionSetRow): string[] => {
    const known = new Set(sets.map((set) => set.id));
    const setOf = (permission: number): string =>
      known.has(String(permission)) ? String(permission) : String(Math.min(permission, 3));
    return users.filter((user) => !user.ownrights && setOf(user.permission) === id).map(({ name }) => name);
  };

type PanelProps = { sets: Sets; hidden: ReadonlySet<string>; toggle: (id: string) => void; onClose: () => void };

const Panel = ({ sets, hidden, toggle, onClose }: PanelProps): ReactElement => (
  <section className={styles.panel} aria-label={t('Edit Permissions')}>
    <div className={styles.panelHead}>
      <h2>{t('Edit Permissions')}</h2>
      <Button look="bare" icon="close" aria-label={t('Close')} onClick={onClose} />
    </div>
    {sets.map(({ id, name }) => (
      <SwitchField key={id} label={name} on={!hidden.has(id)} onChange={() => toggle(id)} />
    ))}
  </section>
);

const MOST_NAMES = 5;
const namesText = (names: readonly string[]): string =>
  names.length <= MOST_NAMES ? names.join(', ') : `${names.slice(0, MOST_NAMES).join(', ')} …`;

const effectText = ({ gain, lose }: Effect, name: string): string =>
  [
    ...(gain.length > 0
      ? [t('{count} people gain {right}: {names}', { count: gain.length, right: name, names: namesText(gain) })]
      : []),
    ...(lose.length > 0
      ? [t('{count} people lose {right}: {names}', { count: lose.length, right: name, names: namesText(lose) })]
      : []),
    ...(gain.length + lose.length === 0 ? [t('{right}: nobody has this permission', { right: name })] : []),
  ].join(' · ');

type BarProps = {
  editor: PermissionEditor;
  effects: readonly Effect[];
  names: number;
  groups: readonly SaidGroup[];
  /** Whether the accounts are known: without them nobody can say whom a change is about. */
  accounts: 'known' | 'loading' | 'failed';
};

/** What would be saved, and for whom it changes what. */
const ChangesBar = ({ editor, effects, names, groups, accounts }: BarProps): ReactElement => {
  const said = new Map<Right, string>(
    groups.flatMap(({ rights }) => rights.map(({ right, name }) => [right, name] as const)),
  );
  return (
    <section className={styles.bar} aria-label={t('Changes')}>
      <strong>{t('{count} changes', { count: effects.length + names })}</strong>
      <ul className={styles.effects}>
        {effects.map((effect) => {
          const name = said.get(effect.right) ?? effect.right;
          return <li key={effect.right}>{accounts === 'known' ? effectText(effect, name) : name}</li>;
        })}
        {accounts === 'failed' && (
          <li>
            <span role="alert">{t('The accounts could not be loaded: whom this is about is not known.')}</span>
          </li>
        )}
      </ul>
      <Button icon="undo" disabled={editor.busy} onClick={editor.undo}>
        {t('Undo')}
      </Button>
      <Button disabled={editor.busy} onClick={editor.discard}>
        {t('Discard')}
      </Button>
    </section>
  );
};

type CompareProps = {
  sets: Sets;
  compared: readonly [string, string];
  onChange: (compared: readonly [string, string]) => void;
};

const Compare = ({ sets, compared: [a, b], onChange }: CompareProps): ReactElement => {
  const select = (label: string, value: string, set: (id: string) => void): ReactElement => (
    <select className="form-select" aria-label={label} value={value} onChange={(event) => set(event.target.value)}>
      <option value="">–</option>
      {sets.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  );
  return (
    <span className={styles.compare}>
      {select(t('Compare'), a, (id) => onChange([id, b]))}
      <span>{t('differs from')}</span>
      {select(t('differs from'), b, (id) => onChange([a, id]))}
    </span>
  );
};

type Asked = { readonly what: 'rename' | 'copy' | 'remove'; readonly set: PermissionSetRow };
type QuestionProps = { asked: Asked; sets: Sets; editor: PermissionEditor; onClose: () => void };

const nameProblem = (text: string, set: PermissionSetRow, sets: Sets): string | undefined => {
  const issue = permissionName.safeParse(text).error?.issues[0];
  if (issue !== undefined) return t(issue.message);
  const other = sets.some(({ id, name }) => id !== set.id && name.toLowerCase() === text.toLowerCase());
  return other ? t('There is a permission of this name already.') : undefined;
};

const Question = ({ asked: { what, set }, sets, editor, onClose }: QuestionProps): ReactElement => {
  const name = nameOf(editor.draft, set);
  if (what === 'rename')
    return (
      <Prompt
        title={t('Rename {name}', { name })}
        label={t('Name')}
        saveText={t('Rename')}
        start={name}
        problemOf={(text) => nameProblem(text, set, sets)}
        onSave={(text) => {
          editor.rename(set, text);
          onClose();
        }}
        onClose={onClose}
      />
    );
  if (what === 'copy')
    return (
      <Confirm
        title={t('Create copy')}
        confirmText={t('Create copy')}
        onConfirm={() => editor.copy(set)}
        onClose={onClose}
      >
        {t('Do you really want to create a copy from [{name}]', { name })}
      </Confirm>
    );
  return (
    <Confirm
      title={t('Remove {name}', { name })}
      confirmText={t('Remove')}
      danger
      onConfirm={() => editor.remove(set)}
      onClose={onClose}
    >
      {t('No account has this permission.')}
    </Confirm>
  );
};

/** What is looked at, of the matrix. */
const useLook = () => {
  const [word, find] = useState('');
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const [compared, compare] = useState<readonly [string, string]>(['', '']);
  const fold = (id: string): void => {
    const next = new Set(folded);
    if (!next.delete(id)) next.add(id);
    setFolded(next);
  };
  const isComparing = compared[0] !== '' && compared[1] !== '' && compared[0] !== compared[1];
  return { word, find, folded, fold, compared, compare, comparing: isComparing ? compared : undefined };
};

const LoadedScreen = ({ sets }: { sets: Sets }): ReactElement => {
  const groups = useMemo(() => saidGroups(), []);
  const { data: users, error } = useCall(postUserList, {});
  const editor = usePermissionDraft(sets);
  const { hidden, toggle } = useHidden();
  const look = useLook();
  const [panel, setPanel] = useState(false);
  const [asked, ask] = useState<Asked>();
  const shownSets = sets.filter(({ id }) => !hidden.has(id));
  const shown = narrowed(groups, shownSets, editor.draft, { ...look, compared: look.comparing });
  const effects = effectsOf(editor.draft, sets, peopleOf(users ?? [], sets));
  const names = Object.keys(editor.draft.names).length;
  const isDirty = effects.length + names > 0;
  const actions: SetActions = {
    hide: ({ id }) => toggle(id),
    rename: (set) => ask({ what: 'rename', set }),
    copy: (set) => ask({ what: 'copy', set }),
    remove: (set) => ask({ what: 'remove', set }),
  };
  return (
    <div className={styles.screen}>
      <AskBeforeLeaving unsaved={isDirty} />
      <ScreenHead title={t('Permission setting')}>
        <Compare sets={sets} compared={look.compared} onChange={look.compare} />
        <SearchField label={t('Search')} word={look.word} onWord={look.find} />
        <Button icon="columns" aria-expanded={panel} onClick={() => setPanel(!panel)}>
          {t('Edit Permissions')}
        </Button>
        <Button look="primary" icon="save" busy={editor.busy} disabled={!isDirty} onClick={() => void editor.save()}>
          {t('Save all')}
        </Button>
      </ScreenHead>
      <div className={styles.body}>
        {shown.rows.length === 0 ? (
          <EmptyState icon="search" title={t('no records')} />
        ) : (
          <Matrix sets={shown.sets} rows={shown.rows} editor={editor} actions={actions} onFold={look.fold} />
        )}
        {panel && <Panel sets={sets} hidden={hidden} toggle={toggle} onClose={() => setPanel(false)} />}
      </div>
      {isDirty && (
        <ChangesBar
          {...{ editor, effects, names, groups }}
          accounts={users !== undefined ? 'known' : error === null ? 'loading' : 'failed'}
        />
      )}
      {asked && <Question asked={asked} sets={sets} editor={editor} onClose={() => ask(undefined)} />}
    </div>
  );
};

export const PermissionScreen = (): ReactElement => {
  const { data, error, refetch } = usePermissionSets();
  if (data !== undefined) return <LoadedScreen sets={data} />;
  if (error !== null) return <ErrorPanel error={error} retry={() => void refetch()} />;
  return <Skeleton rows={12} />;
};

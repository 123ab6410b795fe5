// What an administrator changes of the group that is looked at: a new one below it, its name, where it lies, its end.
import type { UserGroup } from '@outrider/contract';
import { useMemo, useState } from 'react';
import type { ReactElement } from 'react';
import { t } from '../../lib/i18n.ts';
import { pathText, possibleParents } from '../../parts/groups/group-model.ts';
import type { GroupModel } from '../../parts/groups/group-model.ts';
import { nameProblem } from '../../parts/groups/group-name.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { Confirm } from '../../ui/question.tsx';
import { GroupNameField } from './group-name-field.tsx';
import styles from './group-setting.module.css';
import type { GroupEdits } from './use-group-setting.ts';

type ToolsProps = { group: UserGroup; model: GroupModel; edits: GroupEdits; deviceCount: number };

const isUsable = (name: string): boolean => name !== '' && nameProblem(name) === undefined;

/**
 * One field and the button that saves it; Enter does as well. It begins again with another `start`, unless that is what was saved here:
 * what has been typed since then stays.
 */
const NameForm = (props: {
  label: string;
  action: string;
  start: string;
  ready: (name: string) => boolean;
  save: (name: string) => Promise<boolean>;
}): ReactElement => {
  const { label, action, start, ready, save } = props;
  const [name, setName] = useState(start);
  const [begun, setBegun] = useState(start);
  const [sent, setSent] = useState<string>();
  const [busy, setBusy] = useState(false);
  if (begun !== start) {
    setBegun(start);
    setSent(undefined);
    if (start !== sent) setName(start);
  }
  const send = async (): Promise<void> => {
    setBusy(true);
    setSent(name);
    if (!(await save(name))) setSent(undefined);
    else if (start === '') setName((now) => (now === name ? '' : now));
    setBusy(false);
  };
  return (
    <form
      className={styles.tool}
      onSubmit={(event) => {
        event.preventDefault();
        if (ready(name) && !busy) void send();
      }}
    >
      <GroupNameField label={label} value={name} kept={start} onChange={setName} />
      <Button type="submit" disabled={!ready(name)} busy={busy}>
        {action}
      </Button>
    </form>
  );
};

const ParentForm = ({ group, model, edits }: Omit<ToolsProps, 'deviceCount'>): ReactElement => {
  const [chosen, setChosen] = useState('');
  const [busy, setBusy] = useState(false);
  const options = useMemo(
    () => ['', ...possibleParents(model, group.groupid).map(({ groupid }) => groupid)],
    [model, group.groupid],
  );
  const parent = options.includes(chosen) ? chosen : '';
  const same = parent === '' || parent === group.parentid;
  const send = async (): Promise<void> => {
    setBusy(true);
    if (await edits.move(parent)) setChosen('');
    setBusy(false);
  };
  return (
    <form
      className={styles.tool}
      onSubmit={(event) => {
        event.preventDefault();
        if (!same && !busy) void send();
      }}
    >
      <SelectField
        label={t('Group above')}
        value={parent}
        options={options}
        textOf={(id) => (id === '' ? t('Choose…') : pathText(model, id))}
        onChange={setChosen}
      />
      <Button type="submit" disabled={same} busy={busy}>
        {t('Change parent')}
      </Button>
    </form>
  );
};

const RemoveTool = ({ group, edits, deviceCount }: Omit<ToolsProps, 'model'>): ReactElement => {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button look="danger" onClick={() => setAsking(true)}>
        {t('Delete group')}
      </Button>
      {asking && (
        <Confirm
          title={t('Delete group {group}?', { group: group.name })}
          confirmText={t('Delete')}
          danger
          onConfirm={edits.remove}
          onClose={() => setAsking(false)}
        >
          {deviceCount === 0
            ? t('No device is in it.')
            : t('{count} devices are in it. Those in no other group belong to the top group then.', {
                count: deviceCount,
              })}
        </Confirm>
      )}
    </>
  );
};

/** Keyed by group by its owner, so that its fields begin again with what is looked at. */
export const GroupTools = ({ group, model, edits, deviceCount }: ToolsProps): ReactElement => {
  const isTop = group.parentid === null;
  return (
    <section className={styles.tools} aria-label={t('Change this group')}>
      <NameForm label={t('New group below')} action={t('Add child')} start="" ready={isUsable} save={edits.add} />
      <NameForm
        label={t('Name')}
        action={t('Rename')}
        start={group.name}
        ready={(name) => isUsable(name) && name !== group.name}
        save={edits.rename}
      />
      {!isTop && <ParentForm group={group} model={model} edits={edits} />}
      {!isTop && model.below(group.groupid).length === 0 && (
        <RemoveTool group={group} edits={edits} deviceCount={deviceCount} />
      )}
    </section>
  );
};

// The matrix while it is edited: the draft with its steps back, saving everything at once, copies and removals.
import { COPY_SUFFIX, type PermissionSetRow, deleteBuffer } from '@outrider/contract';
import { useState } from 'react';
import { t } from '../../lib/i18n.ts';
import { send } from '../../lib/send.ts';
import { useChangeSets } from '../../parts/permission/permission-sets.ts';
import { showFailure, showToast, showUndo } from '../../ui/toast.ts';
import {
  NO_CHANGES,
  type PermissionDraft,
  accessOf,
  backOf,
  copyName,
  nameOf,
  onlyOf,
  renamed,
  toggled,
} from './permission-draft.ts';

const MOST_STEPS = 200;

/** The documents have the page clear what the web server remembers after each save. */
const clearBuffer = async (): Promise<void> => {
  try {
    await send(deleteBuffer, { name: 'member', notifyGMS: false });
  } catch (error) {
    showFailure(t('web server reload error'), error);
  }
};

type ChangeSets = ReturnType<typeof useChangeSets>;
type Sets = readonly PermissionSetRow[];

/** Access first, then names: each all or none. */
const saveDraft = async (changeSets: ChangeSets, draft: PermissionDraft, sets: Sets): Promise<Sets> => {
  let now = sets;
  const versions = (of: (set: PermissionSetRow) => boolean) =>
    now.filter(of).map((set) => ({ set, seen: { id: set.id, updatetime: set.updatetime } }));
  const changed = versions(({ id }) => id in draft.access);
  const access = changed.map(({ set, seen }) => ({ ...seen, access: accessOf(draft, set) }));
  if (access.length > 0) now = await changeSets({ A: 'access', Z: access });
  const named = versions(({ id }) => id in draft.names);
  const names = named.map(({ set, seen }) => ({ ...seen, name: nameOf(draft, set) }));
  if (names.length > 0) now = await changeSets({ A: 'name', Z: names });
  return now;
};

export const usePermissionDraft = (sets: Sets) => {
  const [steps, setSteps] = useState<readonly PermissionDraft[]>([]);
  const [busy, setBusy] = useState(false);
  const changeSets = useChangeSets();
  const draft = onlyOf(steps.at(-1) ?? NO_CHANGES, sets);
  const step = (next: PermissionDraft): void => setSteps([...steps, next].slice(-MOST_STEPS));
  const attempt = async (act: () => Promise<unknown>): Promise<void> => {
    setBusy(true);
    try {
      await act();
      await clearBuffer();
    } catch (error) {
      showFailure(t('Save Error'), error);
    }
    setBusy(false);
  };
  const save = async (): Promise<void> => {
    const back = backOf(draft, sets);
    const now = await saveDraft(changeSets, draft, sets);
    setSteps([]);
    showUndo(t('Save OK'), async () => {
      await saveDraft(changeSets, back, now);
      await clearBuffer();
    });
  };
  const takenNames = sets.map(({ name }) => name);
  return {
    draft,
    busy,
    toggle: (set: PermissionSetRow, index: number) => step(toggled(draft, set, index)),
    rename: (set: PermissionSetRow, name: string) => step(renamed(draft, set, name)),
    canUndo: steps.length > 0,
    undo: () => setSteps(steps.slice(0, -1)),
    discard: () => setSteps([]),
    save: () => attempt(save),
    /** Rejects with the reason, for the question that asked. */
    copy: async ({ id, name }: PermissionSetRow): Promise<void> => {
      await changeSets({ A: 'copy', B: id, C: copyName(name, COPY_SUFFIX, takenNames) });
      showToast('success', t('Create Copy OK'));
    },
    remove: async ({ id }: PermissionSetRow): Promise<void> => {
      await changeSets({ A: 'remove', B: id });
    },
  };
};
export type PermissionEditor = ReturnType<typeof usePermissionDraft>;

// Saving and clearing the slot that is open: over the version that was read or, after the change of somebody else was shown, over that one.
import { ChangedError } from '@outrider/contract';
import { useState } from 'react';
import { t } from '../../lib/i18n.ts';
import { failureText, showFailure, showToast } from '../../ui/toast.ts';
import type { ZoneDraft } from './use-zone-draft.ts';

type Slot = { index: number; updatetime: number };

type Options<Draft extends object, Values> = {
  zone: Pick<ZoneDraft<Draft>, 'draft' | 'index' | 'updatetime' | 'saved' | 'emptied' | 'shown'>;
  /** Sends the values of a slot. */
  put: (values: Values & Slot) => Promise<{ message: string; updatetime: number }>;
  valuesOf: (draft: Draft) => Values;
  /** What clears a slot. */
  none: Values;
};

/** `problem`: why the last save failed, '' for not. `remove` rejects with what the server said. */
export const useZoneSaving = <Draft extends object, Values extends object>({
  zone,
  put,
  valuesOf,
  none,
}: Options<Draft, Values>) => {
  const [problem, setProblem] = useState<{ index: number; text: string }>();
  const { index, updatetime } = zone;
  /** Gives the new version. */
  const send = async (slot: number, values: Values): Promise<number> => {
    setProblem(undefined);
    try {
      const reply = await put({ ...values, index: slot, updatetime });
      showToast('success', t(reply.message));
      return reply.updatetime;
    } catch (error) {
      if (error instanceof ChangedError) zone.shown(slot, error.changed.updatetime);
      throw error;
    }
  };
  const save = async (): Promise<void> => {
    if (index === undefined) return;
    const { draft } = zone;
    try {
      zone.saved(index, { draft, updatetime: await send(index, valuesOf(draft)) });
    } catch (error) {
      showFailure(t('Save Error'), error);
      const hint = error instanceof ChangedError ? ` ${t('Save again to keep what stands here.')}` : '';
      setProblem({ index, text: `${failureText(error)}${hint}` });
    }
  };
  const remove = async (): Promise<void> => {
    if (index !== undefined) zone.emptied(index, await send(index, none));
  };
  return { save, remove, problem: problem !== undefined && problem.index === index ? problem.text : '' };
};

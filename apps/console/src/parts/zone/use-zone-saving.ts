// Saving and clearing the slot that is open: over the version that the list shows or, after the change of somebody else was shown, over
// that one.
import { ChangedError } from '@outrider/contract';
import { useState } from 'react';
import { t } from '../../lib/i18n.ts';
import { failureText, showFailure, showToast } from '../../ui/toast.ts';
import type { ZoneDraft } from './use-zone-draft.ts';

type Slot = { index: number; updatetime: number };

type Options<Draft extends object, Values> = {
  zone: Pick<ZoneDraft<Draft>, 'draft' | 'index' | 'saved' | 'empty'>;
  /** Of the slot that is open, as the list shows it; 0 where it was never saved. */
  updatetime: number;
  /** Sends the values of a slot. */
  put: (values: Values & Slot) => Promise<{ message: string; updatetime: number }>;
  valuesOf: (draft: Draft) => Values;
  /** What clears a slot. */
  none: Values;
};

/** `problem`: why the last save failed, '' for not. `remove` rejects with what the server said. */
export const useZoneSaving = <Draft extends object, Values extends object>({
  zone,
  updatetime: listed,
  put,
  valuesOf,
  none,
}: Options<Draft, Values>) => {
  const [problem, setProblem] = useState('');
  /** Of the change of somebody else that was shown. */
  const [seen, setSeen] = useState<Slot>();
  const { index } = zone;
  const send = async (values: Values): Promise<void> => {
    if (index === undefined) return;
    setProblem('');
    try {
      const reply = await put({ ...values, index, updatetime: seen?.index === index ? seen.updatetime : listed });
      setSeen({ index, updatetime: reply.updatetime });
      showToast('success', t(reply.message));
    } catch (error) {
      if (error instanceof ChangedError) setSeen({ index, updatetime: error.changed.updatetime });
      throw error;
    }
  };
  const save = async (): Promise<void> => {
    try {
      await send(valuesOf(zone.draft));
      zone.saved();
    } catch (error) {
      showFailure(t('Save Error'), error);
      setProblem(
        error instanceof ChangedError
          ? `${failureText(error)} ${t('Save again to keep what stands here.')}`
          : failureText(error),
      );
    }
  };
  const remove = async (): Promise<void> => {
    await send(none);
    zone.empty();
  };
  return { save, remove, problem };
};

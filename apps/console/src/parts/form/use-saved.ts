// Saving: busy while it lasts, and when it fails the words of the refusal, by the field that they name. What was typed is not touched.
import { AppError } from '@outrider/contract';
import { useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { t } from '../../lib/i18n.ts';
import { isQuiet } from '../../lib/refusals.ts';
import { useHere } from '../../lib/use-here.ts';
import { showFailure } from '../../ui/toast.ts';
import { type Keyed, rowAt } from './draft.ts';

/** `key`: of the row that is refused, '' where it is the whole. */
type Refusal = { readonly key: string; readonly text: string };

/** The server names the field in front of a rule: 'Z.plate: …'. */
const refusalOf = (error: Error, rows: readonly Keyed[]): Refusal => {
  const [, path = '', rule = ''] = /^([\w.]+): (.+)$/s.exec(error.message) ?? [];
  const row = error instanceof AppError && error.code === 'invalid' ? rowAt(rows, path) : undefined;
  return row === undefined ? { key: '', text: t(error.message) } : { key: row.key, text: t(rule) };
};

type SavedOptions = {
  /** Rejects with the reason when it was not saved. */
  save: (value: FieldValues) => Promise<void>;
  rows: readonly Keyed[];
  /** What else is done with a failure. Gives what is said over the buttons in the place of the reason; '' for nothing there. */
  refused?: ((error: Error) => string | undefined) | undefined;
};

export const useSaved = ({ save, rows, refused }: SavedOptions) => {
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal>();
  const isHere = useHere();
  const run = async (value: FieldValues): Promise<void> => {
    if (busy) return;
    setBusy(true);
    setRefusal(undefined);
    try {
      await save(value);
    } catch (thrown) {
      const error = thrown instanceof Error ? thrown : new Error(String(thrown));
      const found = refusalOf(error, rows);
      const text = refused?.(error);
      setRefusal(found.key === '' && text !== undefined ? { key: '', text } : found);
      // A form that was left meanwhile says nothing any more.
      if (!isHere() && !isQuiet(error)) showFailure(t('Save Error'), error);
    }
    setBusy(false);
  };
  /** For a field that is changed: the refusal was about what stood there before. */
  const forget = (key: string): void => setRefusal((now) => (now?.key === key ? undefined : now));
  return { busy, refusal, run, forget };
};

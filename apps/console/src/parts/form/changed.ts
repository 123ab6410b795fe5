// Somebody else saved what is being edited: the words for it, and a draft that keeps what was typed and takes what was not touched.
import { ChangedError } from '@outrider/contract';
import { get } from 'react-hook-form';
import type { FieldValues } from 'react-hook-form';
import { t } from '../../lib/i18n.ts';
import { changedText, refusalText } from '../../lib/refusals.ts';
import { timeText } from '../../ui/time-field.tsx';
import type { PlainField } from './row.ts';

/** Who saved, when, and what the record holds now. */
export type Theirs = { readonly by: string; readonly atMs: number; readonly values: FieldValues };

/** Why a save outside of a form failed. */
export const saveErrorText = (error: Error): string =>
  error instanceof ChangedError ? `${refusalText(error)} ${t('Look at it and save again.')}` : t(error.message);

/**
 * A record that is saved as a whole from one of its cells, which was begun at `version`. One that is not here yet as it was saved meanwhile
 * counts as it is here: what the other one changed of it would be lost.
 */
export const seenAt = <R extends { readonly updatetime: number }>(record: R, version: number): R => ({
  ...record,
  updatetime: Math.min(version, record.updatetime),
});

type Decoder = { safeDecode(value: unknown): { readonly data?: unknown } };

/** `start`: what the form began with, whose other values stay. Undefined for any other failure. */
export const theirsOf = (error: Error, input: Decoder, start: FieldValues): Theirs | undefined => {
  if (!(error instanceof ChangedError)) return undefined;
  const { updateby: by, updatetime, present } = error.changed;
  const decoded = input.safeDecode(present).data;
  const values = { ...start, ...(typeof decoded === 'object' ? decoded : {}), updatetime };
  return { by, atMs: updatetime, values };
};

/** What stands over the buttons. */
export const theirsText = (theirs: Theirs): string =>
  `${changedText(theirs)} ${t('Where yours differs, both stand by the field. Saving again keeps yours.')}`;

/** A value as a reader sees it in the row; '' where the row does not show it. */
export const valueText = (row: PlainField, value: unknown): string => {
  switch (row.control) {
    case 'password':
      return '';
    case 'own':
      return row.textOf?.(value) ?? '';
    case 'switch':
    case 'checkbox':
      return value === true ? t('On') : t('Off');
    case 'ticks':
    case 'tags':
      return Array.isArray(value) ? value.join(', ') : '';
    case 'multi-select':
      return row.options
        .filter((option) => Array.isArray(value) && value.includes(option.value))
        .map(({ name }) => name)
        .join(', ');
    case 'time':
      return timeText(Number(value));
    case 'select':
    case 'radio':
      return row.options.find((option) => option.value === value)?.name ?? '';
    case 'text':
    case 'textarea':
    case 'colour':
    case 'number':
    case 'slider':
      return String(value);
  }
};

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
/** Whether a row shows something else than what they saved. */
export const differs = (theirs: Theirs, key: string, draft: FieldValues): boolean =>
  !isSame(get(theirs.values, key), get(draft, key));

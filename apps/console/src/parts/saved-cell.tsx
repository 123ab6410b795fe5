// A text in a table that is changed where it stands; one that may not be empty says so.
import { NO_EMPTY_TEXT } from '@outrider/contract';
import type { ReactElement } from 'react';
import { InlineCell } from '../ui/inline-cell.tsx';
import { showFailure } from '../ui/toast.ts';

type SavedCellProps = {
  label: string;
  /** Over the refusal of an empty text; without it `label`. */
  title?: string;
  text: string;
  /** It may be empty. */
  optional?: boolean;
  onSave: (text: string) => Promise<unknown>;
};

export const SavedCell = ({ label, title = label, text, optional = false, onSave }: SavedCellProps): ReactElement => {
  const save = async (next: string): Promise<void> => {
    if (next === '' && !optional) {
      const error = new Error(NO_EMPTY_TEXT);
      showFailure(title, error);
      throw error;
    }
    await onSave(next);
  };
  return <InlineCell label={label} text={text} onSave={save} />;
};

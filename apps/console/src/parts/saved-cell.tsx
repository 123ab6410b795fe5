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
  version?: number;
  /** It may be empty. */
  optional?: boolean;
  /** As that of InlineCell. */
  onSave: (text: string, version: number) => Promise<unknown>;
};

export const SavedCell = (props: SavedCellProps): ReactElement => {
  const { label, title = label, text, version = 0, optional = false, onSave } = props;
  const save = async (next: string, seen: number): Promise<void> => {
    if (next === '' && !optional) {
      const error = new Error(NO_EMPTY_TEXT);
      showFailure(title, error);
      throw error;
    }
    await onSave(next, seen);
  };
  return <InlineCell label={label} text={text} version={version} onSave={save} />;
};

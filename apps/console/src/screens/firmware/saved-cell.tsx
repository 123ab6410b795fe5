// A text in a table that is changed where it stands; one that may not be empty says so.
import type { ReactElement } from 'react';
import { t } from '../../lib/i18n.ts';
import { InlineCell } from '../../ui/inline-cell.tsx';
import { showFailure } from '../../ui/toast.ts';

type SavedCellProps = {
  label: string;
  text: string;
  /** It may be empty. */
  optional?: boolean;
  onSave: (text: string) => Promise<unknown>;
};

export const SavedCell = ({ label, text, optional = false, onSave }: SavedCellProps): ReactElement => {
  const save = async (next: string): Promise<void> => {
    if (next === '' && !optional) {
      const error = new Error('cannot be empty');
      showFailure(label, error, t('cannot be empty'));
      throw error;
    }
    await onSave(next);
  };
  return <InlineCell label={label} text={text} onSave={save} />;
};

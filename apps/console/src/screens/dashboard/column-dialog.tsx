// Which columns the table shows: one tick each, kept by this browser.
import type { ReactElement } from 'react';
import { t } from '../../lib/i18n.ts';
import { useLengthUnit } from '../../lib/preferences.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { offered } from './column-choice.ts';
import { columnName } from './columns.tsx';
import styles from './dashboard.module.css';
import type { useColumnChoice } from './use-dashboard.ts';

type ColumnDialogProps = { choice: ReturnType<typeof useColumnChoice>; onClose: () => void };

export const ColumnDialog = ({ choice, onClose }: ColumnDialogProps): ReactElement => {
  const unit = useLengthUnit();
  return (
    <Dialog
      title={t('Columns')}
      onClose={onClose}
      actions={
        <>
          <Button disabled={!choice.changed} onClick={choice.reset}>
            {t('Back to the usual columns')}
          </Button>
          <Button look="primary" onClick={onClose}>
            {t('Done')}
          </Button>
        </>
      }
    >
      <p className="soft">{t('State and device are always shown.')}</p>
      <div className={styles.choices}>
        {offered(choice.grants).map((column) => (
          <label key={column}>
            <input
              type="checkbox"
              className="form-check-input"
              checked={choice.shown.includes(column)}
              onChange={() => choice.toggle(column)}
            />
            {columnName(column, unit)}
          </label>
        ))}
      </div>
    </Dialog>
  );
};

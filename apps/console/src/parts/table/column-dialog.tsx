// Which columns a table shows: one tick each, kept by this browser.
import { useState } from 'react';
import type { ReactElement } from 'react';
import { t } from '../../lib/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { CheckboxField } from '../../ui/checkbox-field.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { offered } from './column-choice.ts';
import styles from './table.module.css';
import type { ColumnChoice } from './use-table.ts';

type ColumnDialogProps<Row> = { choice: ColumnChoice<Row>; note: string; onClose: () => void };

const ColumnDialog = <Row,>({ choice, note, onClose }: ColumnDialogProps<Row>): ReactElement => (
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
    {note !== '' && <p className="soft">{note}</p>}
    <div className={styles.choices}>
      {offered(choice.columns).map(({ id, header, label = '' }) => (
        <CheckboxField
          key={id}
          label={header || label}
          on={choice.shown.some((column) => column.id === id)}
          onChange={() => choice.toggle(id)}
        />
      ))}
    </div>
  </Dialog>
);

/** The button that opens it. `note` says what is always shown. */
export const ColumnsButton = <Row,>({
  choice,
  note = '',
}: {
  choice: ColumnChoice<Row>;
  note?: string;
}): ReactElement => {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button look="bare" icon="columns" onClick={() => setOpen(true)}>
        {t('Columns')}
      </Button>
      {open && <ColumnDialog choice={choice} note={note} onClose={() => setOpen(false)} />}
    </>
  );
};

// The layout-config selector: choose a layout, make one, delete one.
import { useState } from 'react';
import type { ReactElement } from 'react';
import { t } from '../../../lib/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import { Confirm, Prompt } from '../../../ui/question.tsx';
import { DEFAULT_LAYOUT, isTaken, MAX_NAME, tidyName } from '../layouts.ts';
import styles from '../tree-view.module.css';
import type { LayoutChoice } from '../use-layouts.ts';

type Open = { choice: LayoutChoice; onClose: () => void };

const NewLayout = ({ choice, onClose }: Open): ReactElement => (
  <Prompt
    title={t('New layout')}
    label={t('Layout name')}
    saveText={t('Save')}
    maxLength={MAX_NAME}
    help={t('It starts without tiles. Click channels to fill it; every change is kept.')}
    problemOf={(typed) =>
      isTaken(choice.layouts, typed) ? t('There is a layout of this name already. Choose another name.') : undefined
    }
    onSave={(typed) => {
      choice.create(tidyName(typed));
      onClose();
    }}
    onClose={onClose}
  />
);

const DeleteLayout = ({ choice, onClose }: Open): ReactElement => (
  <Confirm
    title={t('Delete layout')}
    confirmText={t('Delete')}
    danger
    onConfirm={() => {
      choice.remove();
      onClose();
    }}
    onClose={onClose}
  >
    {t('confirm delete {name}', { name: choice.name })}
  </Confirm>
);

export const LayoutBar = ({ choice }: { choice: LayoutChoice }): ReactElement => {
  const [open, setOpen] = useState<'new' | 'delete'>();
  const close = (): void => setOpen(undefined);
  const fixed = choice.name === DEFAULT_LAYOUT;
  return (
    <div className={styles.layoutBar}>
      <select
        className="form-select"
        aria-label={t('Layout')}
        value={choice.name}
        onChange={(event) => choice.select(event.target.value)}
      >
        {choice.layouts.all.map(({ name }) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
      <Button icon="plus" aria-label={t('New layout')} title={t('New layout')} onClick={() => setOpen('new')} />
      <Button
        icon="remove"
        aria-label={t('Delete layout')}
        title={fixed ? t('The default layout stays') : t('Delete layout')}
        disabled={fixed}
        onClick={() => setOpen('delete')}
      />
      {open === 'new' && <NewLayout choice={choice} onClose={close} />}
      {open === 'delete' && <DeleteLayout choice={choice} onClose={close} />}
    </div>
  );
};

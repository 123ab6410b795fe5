// A form beside what it is about: a sheet at the right of a table, all of the screen on a phone. A form in a dialog is form-dialog.tsx.
import { useId } from 'react';
import type { ReactElement, ReactNode } from 'react';
import { t } from '../../lib/i18n.ts';
import { useKeys } from '../../lib/use-keys.ts';
import { Button } from '../../ui/button.tsx';
import { AskBeforeLeaving } from './ask-before-leaving.tsx';
import { FormBody } from './form-dialog.tsx';
import styles from './form-sheet.module.css';
import type { Form } from './use-form.ts';

type FormSheetProps = {
  form: Form;
  title: string;
  saveText: string;
  onClose: () => void;
  /** Stands over the rows. */
  intro?: ReactNode;
  /** What else can be done with it: stands apart from the buttons. */
  apart?: ReactNode;
};

/** How the screens around it say in the address what is open in it. */
const EDITED = ['tab', 'row', 'new'] as const;

/**
 * Escape closes it where no field has the focus. Something unsaved is asked for, however it is left, also while it is on its way: it may be
 * refused. Who closes it once it is saved does so by itself (BY_ITSELF).
 */
export const FormSheet = ({ form, title, saveText, onClose, intro, apart }: FormSheetProps): ReactElement => {
  const [id, titleId] = [useId(), useId()];
  // While it is saved its fields are closed, so that none has the focus; what was typed is not thrown away by a key meant for one.
  useKeys({ escape: form.closed ? () => undefined : onClose });
  return (
    <section className={styles.sheet} aria-labelledby={titleId}>
      <div className={styles.head}>
        <h2 id={titleId}>{title}</h2>
        <Button look="bare" icon="close" aria-label={t('Close')} onClick={onClose} />
      </div>
      <div className={styles.body}>
        <FormBody id={id} form={form} intro={intro} focused />
        {Boolean(apart) && <div className={styles.apart}>{apart}</div>}
      </div>
      <div className={styles.foot}>
        <span className="soft">{form.noChanges ? t('No changes') : ''}</span>
        <Button onClick={onClose}>{t('Cancel')}</Button>
        <Button type="submit" form={id} look="primary" busy={form.busy} disabled={!form.ready}>
          {saveText}
        </Button>
      </div>
      <AskBeforeLeaving unsaved={form.dirty} edited={EDITED} />
    </section>
  );
};

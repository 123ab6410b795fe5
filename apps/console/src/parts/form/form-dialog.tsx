// A form in a dialog: its rows, what is wrong with the whole over the buttons, and the buttons. Enter in a field saves as well.
import { useEffect, useId, useRef } from 'react';
import type { ReactElement, ReactNode } from 'react';
import { t } from '../../lib/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FormFields, type FieldsState } from './form-fields.tsx';
import { FormRow } from './form-row.tsx';
import styles from './form.module.css';
import type { PlainRow } from './row.ts';
import type { Form } from './use-form.ts';

type FormDialogProps = {
  form: Form;
  title: string;
  saveText: string;
  onClose: () => void;
  closeText?: string;
  /** Stands over the rows. */
  intro?: ReactNode;
  /** Stands beside the buttons. */
  foot?: ReactNode;
  /** Stands under the form and is no part of it. */
  children?: ReactNode;
  /** The first field has the focus. */
  focused?: boolean;
  fixed?: boolean;
  wide?: boolean;
  /** As wide as the page: a form of many rows, which scrolls. */
  full?: boolean;
};

const rowKey = (row: PlainRow, at: number): string => (row.control === 'note' ? `note ${at}` : row.key);

const FormLine = ({ form, line }: { form: Form; line: readonly PlainRow[] }): ReactElement | null => {
  const rows = line.map((row, at) => <FormRow key={rowKey(row, at)} form={form} row={row} />);
  if (rows.length === 0) return null;
  return rows.length === 1 ? <>{rows}</> : <div className={styles.pair}>{rows}</div>;
};

const FormLines = ({ form }: { form: Form }): ReactElement[] =>
  form.rows.map((line, at) => (
    // oxlint-disable-next-line react/no-array-index-key -- a line is known by its place; its rows have their keys
    <FormLine key={at} form={form} line={line} />
  ));

type FormBodyProps = { id: string } & Pick<FormDialogProps, 'form' | 'intro' | 'focused'> & {
    /** Where what is typed could be replaced by a record that comes later. */
    fields?: FieldsState;
  };

export const FormBody = ({ id, form, intro, focused, fields = 'open' }: FormBodyProps): ReactElement => {
  const drawn = useRef<HTMLFormElement>(null);
  const isOpen = fields === 'open';
  useEffect(() => {
    if (focused === true && isOpen) drawn.current?.querySelector<HTMLInputElement>('input:not([hidden])')?.focus();
  }, [focused, isOpen]);
  return (
    <form
      id={id}
      ref={drawn}
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation(); // in the tree of components a dialog may stand inside another one's form
        void form.submit();
      }}
    >
      {intro}
      <FormFields state={isOpen && form.closed ? 'saving' : fields}>
        <FormLines form={form} />
      </FormFields>
      {form.restarts && <p className="soft">{t('What is saved counts when the server is started again.')}</p>}
      {form.trouble !== '' && (
        <p className={styles.trouble} role="alert">
          {form.trouble}
        </p>
      )}
    </form>
  );
};

export const FormDialog = (props: FormDialogProps): ReactElement => {
  const { form, title, saveText, onClose, closeText = t('Cancel'), intro, foot, children, focused } = props;
  const id = useId();
  return (
    <Dialog
      title={title}
      onClose={onClose}
      fixed={props.fixed ?? false}
      wide={props.wide ?? false}
      full={props.full ?? false}
      long={props.full ?? false}
      unsaved={form.dirty}
      saving={form.busy}
      actions={
        <>
          <span className={`${styles.foot} soft`}>{form.noChanges ? t('No changes') : foot}</span>
          <Button onClick={onClose}>{closeText}</Button>
          <Button type="submit" form={id} look="primary" busy={form.busy} disabled={!form.ready}>
            {saveText}
          </Button>
        </>
      }
    >
      <FormBody id={id} form={form} intro={intro} focused={focused ?? false} />
      {children}
    </Dialog>
  );
};

// What every form field has: label above, help under it, error under it in words that say how to fix it. And the fields for text.
import { useId } from 'react';
import type { InputHTMLAttributes, KeyboardEvent, ReactElement, ReactNode } from 'react';
import styles from './field.module.css';

/** What a field says of itself, whatever stands in it. */
export type FieldWords = {
  label: string;
  help?: string | undefined;
  /** What is wrong, in words; stands in the place of the help. */
  error?: string | undefined;
};

type FieldNoteProps = { id: string; help?: string | undefined; error?: string | undefined };

/** What stands under a field: what is wrong, else the help. The field names `${id}-note` in aria-describedby. */
export const FieldNote = ({ id, help, error }: FieldNoteProps): ReactElement | null => {
  const note = error ?? help;
  if (note === undefined) return null;
  return (
    <p id={`${id}-note`} className={error === undefined ? styles.help : styles.error}>
      {note}
    </p>
  );
};

/** Under which id the note of a field stands; undefined without one. */
export const noteId = (id: string, { help, error }: Omit<FieldWords, 'label'>): string | undefined =>
  (error ?? help) === undefined ? undefined : `${id}-note`;

/** What the control of a field takes over, so that it is found by its label and described by its note. */
type Control = { id: string; 'aria-invalid': boolean; 'aria-describedby': string | undefined };
type FieldFrameProps = FieldWords & {
  /** Stands beside the label. */
  beside?: ReactNode;
  children: (control: Control) => ReactNode;
};

/** Label and note around one control. */
export const FieldFrame = ({ label, help, error, beside, children }: FieldFrameProps): ReactElement => {
  const id = useId();
  const control = { id, 'aria-invalid': error !== undefined, 'aria-describedby': noteId(id, { help, error }) };
  return (
    <div className={styles.field}>
      <span className={styles.head}>
        <label htmlFor={id}>{label}</label>
        {beside}
      </span>
      {children(control)}
      <FieldNote id={id} help={help} error={error} />
    </div>
  );
};

type FieldGroupProps = FieldWords & {
  /** The label is only for those who hear the page: what is inside says on screen what it is. */
  labelHidden?: boolean | undefined;
  /** The help stands beside the label. */
  helpBeside?: boolean;
  children: ReactNode;
};

/** Label and note around several controls. */
export const FieldGroup = ({
  label,
  help,
  error,
  labelHidden = false,
  helpBeside = false,
  children,
}: FieldGroupProps): ReactElement => {
  const id = useId();
  const under = helpBeside ? undefined : help;
  return (
    <fieldset className={styles.group} aria-describedby={noteId(id, { help: under, error })}>
      <legend className={labelHidden ? 'visually-hidden' : undefined}>
        {label} {helpBeside && help !== undefined && <span className="soft">{help}</span>}
      </legend>
      {children}
      <FieldNote id={id} help={under} error={error} />
    </fieldset>
  );
};

type FieldProps = InputHTMLAttributes<HTMLInputElement> &
  FieldWords & {
    /** Stands inside the frame at the right: a unit, a button. */
    inside?: ReactNode;
  };

/** The one form field: a labelled input; all other properties go to the input. */
export const Field = ({ label, help, error, inside, ...input }: FieldProps): ReactElement => (
  <FieldFrame label={label} help={help} error={error}>
    {(control) => (
      <div className={styles.frame}>
        <input
          {...control}
          {...input}
          className={`form-control ${inside === undefined ? '' : styles.filled} ${input.className ?? ''}`}
        />
        {inside !== undefined && <span className={styles.inside}>{inside}</span>}
      </div>
    )}
  </FieldFrame>
);

type TextAreaFieldProps = FieldWords & {
  value: string;
  onChange: (value: string) => void;
  /** Lines in sight at first; 3 by default. */
  rows?: number | undefined;
  disabled?: boolean;
};

/** Enter begins a line here, so Control and Enter together send the form. */
const sendForm = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
};

/** Several lines of text. */
export const TextAreaField = ({ value, onChange, rows = 3, disabled, ...words }: TextAreaFieldProps): ReactElement => (
  <FieldFrame {...words}>
    {(control) => (
      <textarea
        {...control}
        className={`form-control ${styles.area}`}
        rows={rows}
        value={value}
        disabled={disabled}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={sendForm}
      />
    )}
  </FieldFrame>
);

// The one form field: label above, help under it, error under it in words that say how to fix it.
import { useId } from 'react';
import type { InputHTMLAttributes, ReactElement, ReactNode } from 'react';
import styles from './field.module.css';

type FieldProps = InputHTMLAttributes<HTMLInputElement> & {
  label: string;
  help?: string | undefined;
  error?: string | undefined;
  /** Stands inside the frame at the right: a unit, a button. */
  inside?: ReactNode;
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

/** A labelled input; all other properties go to the input. */
export const Field = ({ label, help, error, inside, ...input }: FieldProps): ReactElement => {
  const id = useId();
  const note = error ?? help;
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <div className={styles.frame}>
        <input
          id={id}
          {...input}
          className={`form-control ${input.className ?? ''}`}
          aria-invalid={error !== undefined}
          aria-describedby={note === undefined ? undefined : `${id}-note`}
        />
        {inside !== undefined && <span className={styles.inside}>{inside}</span>}
      </div>
      <FieldNote id={id} help={help} error={error} />
    </div>
  );
};

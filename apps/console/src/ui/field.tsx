// The one form field: label above, help under it, error under it in words that say how to fix it.
import { useId } from 'react';
import type { InputHTMLAttributes, ReactElement, ReactNode } from 'react';
import styles from './field.module.css';

type FieldProps = InputHTMLAttributes<HTMLInputElement> & {
  label: string;
  help?: string;
  error?: string | undefined;
  /** Stands inside the frame at the right: a unit, a button. */
  inside?: ReactNode;
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
      {note !== undefined && (
        <p id={`${id}-note`} className={error === undefined ? styles.help : styles.error}>
          {note}
        </p>
      )}
    </div>
  );
};

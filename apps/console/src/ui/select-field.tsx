// The one choice among a few words, labelled like a field.
import { useId } from 'react';
import type { ReactElement, ReactNode } from 'react';
import { FieldNote } from './field.tsx';
import styles from './field.module.css';

type SelectFieldProps<Option extends string | number> = {
  label: string;
  value: Option;
  options: readonly Option[];
  textOf: (option: Option) => string;
  onChange: (option: Option) => void;
  /** Stands beside the label: a picture of the choice. */
  beside?: ReactNode;
  help?: string | undefined;
  error?: string | undefined;
};

export const SelectField = <Option extends string | number>({
  label,
  value,
  options,
  textOf,
  onChange,
  beside,
  help,
  error,
}: SelectFieldProps<Option>): ReactElement => {
  const id = useId();
  const note = error ?? help;
  return (
    <div className={styles.field}>
      <span className={styles.head}>
        <label htmlFor={id}>{label}</label>
        {beside}
      </span>
      <select
        id={id}
        className="form-select"
        value={value}
        aria-invalid={error !== undefined}
        aria-describedby={note === undefined ? undefined : `${id}-note`}
        onChange={(event) => {
          const chosen = options.find((option) => String(option) === event.target.value);
          if (chosen !== undefined) onChange(chosen);
        }}
      >
        {options.map((option) => (
          <option key={option} value={option}>
            {textOf(option)}
          </option>
        ))}
      </select>
      <FieldNote id={id} help={help} error={error} />
    </div>
  );
};

// The one choice among a few words, labelled like a field.
import { useId } from 'react';
import type { ReactElement } from 'react';
import styles from './field.module.css';

type SelectFieldProps<Option extends string> = {
  label: string;
  value: Option;
  options: readonly Option[];
  textOf: (option: Option) => string;
  onChange: (option: Option) => void;
};

export const SelectField = <Option extends string>({
  label,
  value,
  options,
  textOf,
  onChange,
}: SelectFieldProps<Option>): ReactElement => {
  const id = useId();
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        className="form-select"
        value={value}
        onChange={(event) => {
          const chosen = options.find((option) => option === event.target.value);
          if (chosen !== undefined) onChange(chosen);
        }}
      >
        {options.map((option) => (
          <option key={option} value={option}>
            {textOf(option)}
          </option>
        ))}
      </select>
    </div>
  );
};

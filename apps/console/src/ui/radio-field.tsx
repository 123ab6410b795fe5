// The one choice among few, each with a line that says what it means.
import { useId } from 'react';
import type { ReactElement } from 'react';
import styles from './field.module.css';

export type RadioOption<Value> = { value: Value; name: string; about?: string };
type RadioFieldProps<Value extends string | number> = {
  /** For those who hear the page: the choices stand for themselves on screen. */
  label: string;
  value: Value;
  options: readonly RadioOption<Value>[];
  onChange: (value: Value) => void;
};

/** Arrow keys move the choice, as in every group of radio buttons. */
export const RadioField = <Value extends string | number>({
  label,
  value,
  options,
  onChange,
}: RadioFieldProps<Value>): ReactElement => {
  const group = useId();
  return (
    <fieldset className={styles.plain}>
      <legend className="visually-hidden">{label}</legend>
      <div className={styles.choices}>
        {options.map(({ value: each, name, about }) => (
          <label key={each}>
            <input type="radio" name={group} checked={each === value} onChange={() => onChange(each)} />
            <span>
              {name}
              {about !== undefined && <small className="soft">{about}</small>}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
};

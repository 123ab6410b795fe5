// The one choice among few, each with a line that says what it means.
import { useId } from 'react';
import type { ReactElement } from 'react';
import { FieldGroup } from './field.tsx';
import type { FieldWords } from './field.tsx';
import styles from './radio-field.module.css';

export type RadioOption<Value> = { value: Value; name: string; about?: string; disabled?: boolean };
type RadioFieldProps<Value extends string | number> = FieldWords & {
  /** The label is only for those who hear the page: the choices stand for themselves on screen. */
  labelHidden?: boolean | undefined;
  /** Undefined while nothing is chosen. */
  value: Value | undefined;
  options: readonly RadioOption<Value>[];
  onChange: (value: Value) => void;
  disabled?: boolean;
};

/** Arrow keys move the choice, as in every group of radio buttons. */
export const RadioField = <Value extends string | number>(props: RadioFieldProps<Value>): ReactElement => {
  const { value, options, onChange, disabled = false, ...words } = props;
  const group = useId();
  return (
    <FieldGroup {...words}>
      <div className={styles.choices}>
        {options.map(({ value: each, name, about, disabled: off = false }) => (
          <label key={each}>
            <input
              type="radio"
              className="form-check-input"
              name={group}
              checked={each === value}
              disabled={disabled || off}
              onChange={() => onChange(each)}
            />
            <span>
              {name}
              {about !== undefined && <small className="soft">{about}</small>}
            </span>
          </label>
        ))}
      </div>
    </FieldGroup>
  );
};

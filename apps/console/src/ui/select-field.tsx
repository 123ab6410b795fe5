// The one choice among a few words, labelled like a field.
import type { ReactElement, ReactNode } from 'react';
import { FieldFrame } from './field.tsx';
import type { FieldWords } from './field.tsx';

type SelectFieldProps<Option extends string | number> = FieldWords & {
  value: Option;
  options: readonly Option[];
  textOf: (option: Option) => string;
  onChange: (option: Option) => void;
  /** Stands beside the label: a picture of the choice. */
  beside?: ReactNode;
  disabled?: boolean;
  /** Cannot be chosen now. */
  taken?: readonly Option[];
};

export const SelectField = <Option extends string | number>(props: SelectFieldProps<Option>): ReactElement => {
  const { value, options, textOf, onChange, disabled, taken, ...frame } = props;
  return (
    <FieldFrame {...frame}>
      {(control) => (
        <select
          {...control}
          className="form-select"
          value={value}
          disabled={disabled}
          onChange={(event) => {
            const chosen = options.find((option) => String(option) === event.target.value);
            if (chosen !== undefined) onChange(chosen);
          }}
        >
          {options.map((option) => (
            <option key={option} value={option} disabled={taken?.includes(option) === true && option !== value}>
              {textOf(option)}
            </option>
          ))}
        </select>
      )}
    </FieldFrame>
  );
};

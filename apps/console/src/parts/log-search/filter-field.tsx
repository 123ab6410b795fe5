// A text filter of the log searches: takes neither a space nor a single quote, typed or pasted.
import type { ReactElement } from 'react';
import { Field } from '../../ui/field.tsx';

type FilterFieldProps = { label: string; placeholder: string; value: string; onChange: (value: string) => void };

export const FilterField = ({ label, placeholder, value, onChange }: FilterFieldProps): ReactElement => (
  <Field
    label={label}
    placeholder={placeholder}
    value={value}
    autoComplete="off"
    spellCheck={false}
    maxLength={64}
    onChange={(event) => onChange(event.target.value.replaceAll(/[ ']/g, ''))}
  />
);

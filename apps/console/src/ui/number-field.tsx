// The one field for a number, with its unit at the right. Which numbers may stand there is its owner's matter.
import type { ReactElement } from 'react';
import { Field } from './field.tsx';
import type { FieldWords } from './field.tsx';
import { useTyped } from './use-typed.ts';

type NumberFieldProps = FieldWords & {
  /** NaN while nothing, or no number, stands there. */
  value: number;
  onChange: (value: number) => void;
  unit?: string | undefined;
  disabled?: boolean;
};

const write = (value: number): string => (Number.isNaN(value) ? '' : String(value));
const read = (typed: string): number => (typed.trim() === '' ? Number.NaN : Number(typed));

export const NumberField = ({ value, onChange, unit, ...field }: NumberFieldProps): ReactElement => {
  const [typed, type] = useTyped(value, write, read);
  return (
    <Field
      {...field}
      type="number"
      step="any"
      className="num"
      value={typed}
      inside={unit}
      onChange={(event) => {
        type(event.target.value);
        onChange(read(event.target.value));
      }}
    />
  );
};

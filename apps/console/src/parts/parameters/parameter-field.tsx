// The control of one parameter: a list, a hidden text, the speed limit, or one value (item-field.tsx).
import { HIDDEN_VALUE, type ParameterItem, type ParameterRow, type ParameterValue } from '@outrider/contract';
import type { ReactElement } from 'react';
import { useLengthUnit } from '../../lib/preferences.ts';
import { Field } from '../../ui/field.tsx';
import { NumberField } from '../../ui/number-field.tsx';
import { EachField } from './each-field.tsx';
import { ItemField } from './item-field.tsx';
import { kmhOfMph, mphOfKmh } from './speed.ts';

type ParameterFieldProps = {
  row: ParameterRow;
  label: string;
  value: ParameterValue;
  problem: string | undefined;
  onChange: (value: ParameterValue) => void;
  /** How many the device has. */
  cameras: number;
};
type OwnProps = {
  label: string;
  value: ParameterItem;
  error: string | undefined;
  onChange: (value: ParameterItem) => void;
};

/** A speed in the unit that the reader chose; it is set in whole km/h. */
const SpeedField = ({ label, value, error, onChange }: OwnProps): ReactElement => {
  const miles = useLengthUnit() === 'mile';
  const kmh = Number(value);
  return (
    <NumberField
      label={label}
      error={error}
      unit={miles ? 'mph' : 'km/h'}
      value={miles && !Number.isNaN(kmh) ? mphOfKmh(kmh) : kmh}
      onChange={(typed) => onChange(miles && !Number.isNaN(typed) ? kmhOfMph(typed) : typed)}
    />
  );
};

/** What is typed into the mask takes its place. */
const HiddenField = ({ label, value, error, onChange }: OwnProps): ReactElement => (
  <Field
    label={label}
    error={error}
    type="password"
    autoComplete="new-password"
    value={value}
    onChange={({ target }) => onChange(value === HIDDEN_VALUE ? target.value.replace(HIDDEN_VALUE, '') : target.value)}
  />
);

export const ParameterField = ({ row, label, value, problem, onChange, cameras }: ParameterFieldProps) => {
  const { control, key, secret } = row;
  const said = { label, error: problem, cameras, onChange };
  if (control.kind === 'each')
    return <EachField {...said} control={control} value={typeof value === 'object' ? value : []} />;
  const item = typeof value === 'object' ? '' : value;
  if (secret === 'hidden') return <HiddenField {...said} value={item} />;
  if (key === 'sys_spdlimit') return <SpeedField {...said} value={item} />;
  return <ItemField {...said} control={control} value={item} />;
};

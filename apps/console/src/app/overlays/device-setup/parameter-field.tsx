// The control of one parameter, as the contract's table says what it is.
import { HIDDEN_VALUE, type ParameterRow, type ParameterValue } from '@outrider/contract';
import type { ReactElement } from 'react';
import { t } from '../../../lib/i18n.ts';
import { useLengthUnit } from '../../../lib/preferences.ts';
import { SwitchField } from '../../../ui/checkbox-field.tsx';
import { Field } from '../../../ui/field.tsx';
import { NumberField } from '../../../ui/number-field.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { SliderField } from '../../../ui/slider-field.tsx';
import { TickRow } from '../../../ui/tick-row.tsx';
import { TimeField, timeMinutes, timeText } from '../../../ui/time-field.tsx';
import { kmhOfMph, mphOfKmh } from './speed.ts';
import { bitsIn, invalidText, namedBits, numberedText, withBits } from './words.ts';

type ParameterFieldProps = {
  row: ParameterRow;
  label: string;
  value: ParameterValue;
  problem: string | undefined;
  onChange: (value: ParameterValue) => void;
};
type OwnProps = Omit<ParameterFieldProps, 'row' | 'problem'> & { error: string | undefined };

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

const TextField = ({ label, value, error, onChange, hidden, most }: OwnProps & { hidden: boolean; most: number }) => (
  <Field
    label={label}
    error={error}
    type={hidden ? 'password' : 'text'}
    autoComplete={hidden ? 'new-password' : 'off'}
    maxLength={hidden ? undefined : most}
    value={value}
    onChange={({ target }) =>
      // What is typed into a mask takes its place.
      onChange(value === HIDDEN_VALUE ? target.value.replace(HIDDEN_VALUE, '') : target.value)
    }
  />
);

const ChoiceField = (props: OwnProps & { options: readonly (readonly [number, string])[] }): ReactElement => {
  const { options, value, ...rest } = props;
  const known = options.map(([each]) => each);
  const now = Number(value);
  return (
    <SelectField
      {...rest}
      value={now}
      options={known.includes(now) ? known : [now, ...known]}
      textOf={(each) => {
        const option = options.find(([one]) => one === each);
        return option === undefined ? invalidText(each) : t(option[1]);
      }}
    />
  );
};

export const ParameterField = ({ row, label, value, problem, onChange }: ParameterFieldProps): ReactElement => {
  const { control, key, secret } = row;
  const said = { label, error: problem };
  switch (control.kind) {
    case 'number':
      if (key === 'sys_spdlimit') return <SpeedField {...said} value={value} onChange={onChange} />;
      return (
        <NumberField
          {...said}
          value={Number(value)}
          unit={control.unit === '' ? undefined : control.unit}
          onChange={onChange}
        />
      );
    case 'slider':
      return <SliderField {...said} {...control} value={Number(value)} onChange={onChange} />;
    case 'switch':
      return <SwitchField {...said} on={value === 1} onChange={(on) => onChange(on ? 1 : 0)} />;
    case 'select':
      return <ChoiceField {...said} value={value} options={control.options} onChange={onChange} />;
    case 'bits': {
      const bits = namedBits(control);
      return (
        <TickRow
          {...said}
          numbers={bits}
          nameOf={(bit) => numberedText(control.names[bit] ?? '')}
          ticked={bitsIn(Number(value), bits)}
          onChange={(ticked) => onChange(withBits(Number(value), bits, ticked))}
        />
      );
    }
    case 'minutes':
      return (
        <TimeField {...said} minutes={timeMinutes(String(value))} onChange={(minutes) => onChange(timeText(minutes))} />
      );
    case 'text':
      return <TextField {...said} value={value} hidden={secret === 'hidden'} most={control.most} onChange={onChange} />;
  }
};

// The control of one value, as the contract's table says what it is. Lists of them are each-field.tsx, the speed limit and hidden texts
// parameter-field.tsx.
import type { ItemControl, ParameterItem } from '@outrider/contract';
import type { ReactElement } from 'react';
import { t } from '../../lib/i18n.ts';
import { SwitchField } from '../../ui/checkbox-field.tsx';
import { DayRangeField } from '../../ui/day-range.tsx';
import { Field } from '../../ui/field.tsx';
import { NumberField } from '../../ui/number-field.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { SliderField } from '../../ui/slider-field.tsx';
import { TickRow } from '../../ui/tick-row.tsx';
import { TimeField, timeMinutes, timeText } from '../../ui/time-field.tsx';
import { LevelsField } from './levels-field.tsx';
import { PointsField } from './points-field.tsx';
import {
  bitsIn,
  bitsOffered,
  fahrenheit,
  invalidText,
  numberedText,
  optionText,
  optionsOffered,
  strengthText,
  withBits,
} from './words.ts';

export type ItemFieldProps<C = ItemControl> = {
  control: C;
  label: string;
  value: ParameterItem;
  error: string | undefined;
  onChange: (value: ParameterItem) => void;
  /** Of a choice: what stands elsewhere already. */
  taken?: readonly ParameterItem[];
  /** How many the device has. */
  cameras: number;
};
type Of<Kind extends ItemControl['kind']> = ItemFieldProps<Extract<ItemControl, { kind: Kind }>>;

const NumberItem = ({ control: { min, max, unit, clamped }, value, onChange, ...said }: Of<'number'>) => (
  <NumberField
    label={said.label}
    error={said.error}
    value={Number(value)}
    unit={unit === '' ? undefined : unit}
    onChange={(typed) =>
      onChange(clamped === true && !Number.isNaN(typed) ? Math.min(max, Math.max(min, typed)) : typed)
    }
  />
);

/** Entered in whole tenths of a degree Celsius; what that is in Fahrenheit stands under it. */
const TemperatureItem = ({ label, error, value, onChange }: Of<'temperature'>) => {
  const tenths = Number(value);
  return (
    <NumberField
      label={label}
      error={error}
      help={Number.isNaN(tenths) ? undefined : `${fahrenheit(tenths)} °F`}
      unit="°C"
      value={tenths / 10}
      onChange={(typed) => onChange(Math.round(typed * 10))}
    />
  );
};

const ChoiceItem = ({ control, label, error, value, onChange, taken, cameras }: Of<'select'>) => {
  const known = optionsOffered(control, cameras).map(([each]) => each);
  const now = Number(value);
  return (
    <SelectField
      label={label}
      error={error}
      value={now}
      options={known.includes(now) ? known : [now, ...known]}
      taken={known.filter((each) => each !== 0 && taken?.includes(each) === true)}
      textOf={(each) => {
        const option = control.options.find(([one]) => one === each);
        return option === undefined ? invalidText(each) : optionText(control, option);
      }}
      onChange={onChange}
    />
  );
};

const BitsItem = ({ control, label, error, value, onChange, cameras }: Of<'bits'>) => {
  if (control.levels === true) return <LevelsField {...{ control, label, error, onChange }} value={Number(value)} />;
  const bits = bitsOffered(control, cameras);
  return (
    <TickRow
      label={label}
      error={error}
      numbers={bits}
      nameOf={(bit) => numberedText(control.names[bit] ?? '')}
      nameOnly
      ticked={bitsIn(Number(value), bits)}
      onChange={(ticked) => onChange(withBits(Number(value), bits, ticked))}
    />
  );
};

const DaysItem = ({ label, error, value, onChange }: Of<'days'>) => {
  const [first = '', last = ''] = String(value).split('/');
  return (
    <>
      <DayRangeField
        label={label}
        range={{ first, last }}
        anyDay
        hint={`${label} · ${t('Start: {first}, end: {last}', { first: first || '–', last: last || '–' })}`}
        onChange={(range) => onChange(range.first === '' ? '' : `${range.first}/${range.last}`)}
      />
      {error !== undefined && <p role="alert">{error}</p>}
    </>
  );
};

export const ItemField = (props: ItemFieldProps): ReactElement => {
  const { control, label, value, error, onChange } = props;
  const said = { label, error };
  switch (control.kind) {
    case 'number':
      return <NumberItem {...props} control={control} />;
    case 'temperature':
      return <TemperatureItem {...props} control={control} />;
    case 'slider':
      return (
        <SliderField
          {...said}
          min={control.min}
          max={control.max}
          unit={control.unit === '' ? undefined : control.unit}
          help={control.hint === undefined ? undefined : strengthText(Number(value))}
          value={Number(value)}
          onChange={onChange}
        />
      );
    case 'switch':
      return <SwitchField {...said} on={value === 1} onChange={(on) => onChange(on ? 1 : 0)} />;
    case 'select':
      return <ChoiceItem {...props} control={control} />;
    case 'bits':
      return <BitsItem {...props} control={control} />;
    case 'minutes':
      return (
        <TimeField {...said} minutes={timeMinutes(String(value))} onChange={(minutes) => onChange(timeText(minutes))} />
      );
    case 'time':
      return (
        <Field
          {...said}
          className="num"
          value={value}
          maxLength={8}
          placeholder="07:30:00"
          autoComplete="off"
          onChange={({ target }) => onChange(target.value)}
        />
      );
    case 'points':
      return <PointsField {...said} value={String(value)} />;
    case 'days':
      return <DaysItem {...props} control={control} />;
    case 'text':
      return (
        <Field
          {...said}
          autoComplete="off"
          maxLength={control.most}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      );
  }
};

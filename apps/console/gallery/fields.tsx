// The fields that forms are made of.
import type { ReactElement } from 'react';
import { t } from '../src/lib/i18n.ts';
import { CheckboxField, SwitchField } from '../src/ui/checkbox-field.tsx';
import { DateField } from '../src/ui/date-field.tsx';
import { DateTimeField } from '../src/ui/date-time-field.tsx';
import { Field, TextAreaField } from '../src/ui/field.tsx';
import { NumberField } from '../src/ui/number-field.tsx';
import { RadioField } from '../src/ui/radio-field.tsx';
import { SelectField } from '../src/ui/select-field.tsx';
import { TickRow } from '../src/ui/tick-row.tsx';
import { FieldStates, Kept, Sample, Section } from './sample.tsx';

const missing = (label: string): string => t('{label} is missing.', { label });
const LONG_TEXT = 'https://tiles.example.test/a-very-long-path/that/does/not/fit/{z}/{x}/{y}.png';
const CHANNELS = [1, 2, 3, 4, 5, 6, 7, 8];
const START_MS = 1_790_000_000_000;

const radioOptions = () => [
  {
    value: 'offline',
    name: t('Offline map'),
    about: t('Coasts, borders and towns from this server. No streets; nothing leaves your network.'),
  },
  {
    value: 'online',
    name: t('Online tiles'),
    about: t('Streets and house numbers from a tile server of your choice.'),
  },
];
const kinds = (): Record<string, string> => ({ truck: t('Truck'), taxi: t('Taxi'), boat: t('Boat') });

const TextFields = (): ReactElement => (
  <>
    <FieldStates
      name="Field"
      label={t('Plate')}
      empty=""
      filled="ABC-1234"
      long={LONG_TEXT}
      error={missing(t('Plate'))}
    >
      {(value, onChange, props) => (
        <Field {...props} value={value} onChange={(event) => onChange(event.target.value)} />
      )}
    </FieldStates>
    <FieldStates
      name="TextAreaField"
      label={t('Device Memo')}
      empty=""
      filled={t('It sent nothing.')}
      long={LONG_TEXT.repeat(3)}
      error={missing(t('Device Memo'))}
    >
      {(value, onChange, props) => <TextAreaField {...props} value={value} onChange={onChange} />}
    </FieldStates>
    <FieldStates
      name="NumberField"
      label={t('Speed')}
      empty={Number.NaN}
      filled={90}
      long={123_456_789.123_456}
      error={t('{label}: at most {max}.', { label: t('Speed'), max: 120 })}
    >
      {(value, onChange, props) => <NumberField {...props} unit="km/h" value={value} onChange={onChange} />}
    </FieldStates>
  </>
);

const ChoiceFields = (): ReactElement => (
  <>
    <FieldStates
      name="SelectField"
      label={t('Icon')}
      empty="truck"
      filled="taxi"
      long="boat"
      error={t('{label} cannot be this.', { label: t('Icon') })}
    >
      {(value, onChange, props) => (
        <SelectField
          {...props}
          value={value}
          options={Object.keys(kinds())}
          textOf={(each) => kinds()[each] ?? ''}
          onChange={onChange}
        />
      )}
    </FieldStates>
    <FieldStates<string | undefined>
      name="RadioField"
      label={t('Source of the map')}
      empty={undefined}
      filled="offline"
      long="online"
      error={missing(t('Source of the map'))}
    >
      {(value, onChange, props) => <RadioField {...props} options={radioOptions()} value={value} onChange={onChange} />}
    </FieldStates>
    <FieldStates
      name="CheckboxField"
      label={t('With addresses')}
      empty={false}
      filled
      long
      error={missing(t('With addresses'))}
    >
      {(on, onChange, props) => <CheckboxField {...props} on={on} onChange={onChange} />}
    </FieldStates>
    <Section name="CheckboxField, mixed">
      <Sample state="in part">
        <Kept first={0}>
          {(chosen, onChange) => (
            <CheckboxField
              label={t('All channels')}
              on={chosen === 2}
              mixed={chosen === 0}
              onChange={(on) => onChange(on ? 2 : 1)}
            />
          )}
        </Kept>
      </Sample>
    </Section>
    <FieldStates name="SwitchField" label={t('With sound')} empty={false} filled long error={t('This did not work')}>
      {(on, onChange, props) => <SwitchField {...props} on={on} onChange={onChange} />}
    </FieldStates>
    <Section name="SwitchField, busy">
      <Sample state="busy">
        <SwitchField label={t('Event notifications')} busy on onChange={() => undefined} />
      </Sample>
    </Section>
    <FieldStates
      name="TickRow"
      label={t('Main stream')}
      empty={[]}
      filled={[1, 4]}
      long={CHANNELS}
      error={missing(t('Main stream'))}
    >
      {(ticked: readonly number[], onChange, props) => (
        <TickRow {...props} numbers={CHANNELS} ticked={ticked} onChange={onChange} />
      )}
    </FieldStates>
  </>
);

const TimeFields = (): ReactElement => (
  <>
    <Section name="DateField">
      {['', '2026-03-01', '2026-02-30'].map((first) => (
        <Sample key={first} state={first === '' ? 'empty' : first === '2026-03-01' ? 'filled' : 'error'}>
          <Kept first={first}>{(day, onChange) => <DateField label={t('Date')} day={day} onChange={onChange} />}</Kept>
        </Sample>
      ))}
      <Sample state="disabled">
        <DateField label={t('Date')} day="2026-03-01" disabled onChange={() => undefined} />
      </Sample>
    </Section>
    <Section name="DateTimeField">
      {[START_MS, Number.NaN].map((first) => (
        <Sample key={first} state={Number.isNaN(first) ? 'error' : 'filled'}>
          <Kept first={first}>
            {(ms, onChange) => <DateTimeField label={t('Start time')} ms={ms} onChange={onChange} />}
          </Kept>
        </Sample>
      ))}
    </Section>
  </>
);

export const Fields = (): ReactElement => (
  <>
    <TextFields />
    <ChoiceFields />
    <TimeFields />
  </>
);

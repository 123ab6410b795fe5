// The fields with a face of their own: time, colour, lists, files. And texts that are changed where they stand.
import type { ReactElement } from 'react';
import { t } from '../src/lib/i18n.ts';
import { ColourField } from '../src/ui/colour-field.tsx';
import { FileField } from '../src/ui/file-field.tsx';
import { InlineCell } from '../src/ui/inline-cell.tsx';
import { MultiSelectField } from '../src/ui/multi-select-field.tsx';
import { SliderField } from '../src/ui/slider-field.tsx';
import { TagsField } from '../src/ui/tags-field.tsx';
import { TimeField } from '../src/ui/time-field.tsx';
import { FieldStates, Kept, Sample, Section } from './sample.tsx';

const missing = (label: string): string => t('{label} is missing.', { label });
const winds = () =>
  ['North', 'East', 'South', 'West', 'North-east', 'South-east', 'South-west', 'North-west'].map((wind) => ({
    value: wind,
    name: t(wind),
  }));
const LONG_NAME = `${'a-very-long-name-'.repeat(6)}.png`;
const fileOf = (name: string): File => new File(['x'.repeat(48_000)], name, { type: 'image/png' });

const Numbers = (): ReactElement => (
  <>
    <FieldStates
      name="TimeField"
      label={t('Time of day')}
      empty={Number.NaN}
      filled={450}
      long={1439}
      error={missing(t('Time of day'))}
    >
      {(minutes, onChange, props) => <TimeField {...props} minutes={minutes} onChange={onChange} />}
    </FieldStates>
    <FieldStates
      name="SliderField"
      label={t('Volume')}
      empty={0}
      filled={40}
      long={100}
      error={t('{label} cannot be this.', { label: t('Volume') })}
    >
      {(value, onChange, props) => (
        <SliderField {...props} unit="%" min={0} max={100} value={value} onChange={onChange} />
      )}
    </FieldStates>
    <FieldStates
      name="ColourField"
      label={t('Path colours')}
      empty=""
      filled="#0693E3"
      long="#0693E3FF"
      error={missing(t('Path colours'))}
    >
      {(colour, onChange, props) => <ColourField {...props} colour={colour} onChange={onChange} />}
    </FieldStates>
  </>
);

const Lists = (): ReactElement => (
  <>
    <FieldStates<readonly string[]>
      name="MultiSelectField"
      label={t('Direction')}
      empty={[]}
      filled={['North', 'South']}
      long={winds().map(({ value }) => value)}
      error={missing(t('Direction'))}
    >
      {(chosen, onChange, props) => (
        <MultiSelectField {...props} options={winds()} chosen={chosen} onChange={onChange} />
      )}
    </FieldStates>
    <FieldStates<readonly string[]>
      name="TagsField"
      label={t('Receivers')}
      empty={[]}
      filled={['ann@example.test', 'TRK-104']}
      long={[LONG_NAME, 'TRK-104', 'TRK-105', 'ann@example.test', 'TRK-106', 'TRK-107']}
      error={missing(t('Receivers'))}
    >
      {(tags, onChange, props) => <TagsField {...props} tags={tags} onChange={onChange} />}
    </FieldStates>
    <FieldStates<readonly File[]>
      name="FileField"
      label={t('Picture')}
      empty={[]}
      filled={[fileOf('logo.png')]}
      long={[fileOf(LONG_NAME), fileOf('logo.png')]}
      error={missing(t('Picture'))}
    >
      {(files, onChange, props) => <FileField {...props} accept="image/*" multiple files={files} onChange={onChange} />}
    </FieldStates>
    <Section name="FileField, busy">
      <Sample state="busy">
        <FileField label={t('Picture')} busy files={[fileOf('logo.png')]} onChange={() => undefined} />
      </Sample>
    </Section>
  </>
);

const later = (): Promise<never> => new Promise<never>(() => undefined);
const refused = async (): Promise<never> => {
  throw new Error('Unknown device');
};

const Cells = (): ReactElement => (
  <Section name="InlineCell">
    <Sample state="filled">
      <Kept first="TRK-104">
        {(text, onChange) => (
          <InlineCell
            label={t('Plate')}
            text={text}
            problemOf={(typed) => (typed === '' ? missing(t('Plate')) : undefined)}
            onSave={async (next) => onChange(next)}
          />
        )}
      </Kept>
    </Sample>
    <Sample state="empty">
      <InlineCell label={t('Driver')} text="" onSave={later} />
    </Sample>
    <Sample state="refused">
      <InlineCell label={t('Device Memo')} text={LONG_NAME} onSave={refused} />
    </Sample>
    <Sample state="disabled">
      <InlineCell label={t('Device ID')} text="13800000101" disabled onSave={refused} />
    </Sample>
  </Section>
);

export const MoreFields = (): ReactElement => (
  <>
    <Numbers />
    <Lists />
    <Cells />
  </>
);

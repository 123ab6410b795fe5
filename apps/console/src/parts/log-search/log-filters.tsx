// The filters of a log search: how one is made, and those that several logs have. They begin as the address says (use-log-filters.ts).
import type { ReactElement } from 'react';
import { t } from '../../lib/i18n.ts';
import { Field } from '../../ui/field.tsx';
import { SelectField } from '../../ui/select-field.tsx';

export type FilterProps = { readonly value: string; readonly onChange: (value: string) => void };
/** `name` is the field of the call's input; '' there lets all through. */
export type LogFilter<Name extends string> = {
  readonly name: Name;
  readonly Filter: (props: FilterProps) => ReactElement | null;
};

/** A text without spaces and single quotes, typed or pasted. */
const textFilter = <Name extends string>(name: Name, label: () => string, hint: () => string): LogFilter<Name> => ({
  name,
  Filter: ({ value, onChange }) => (
    <Field
      label={label()}
      placeholder={hint()}
      value={value}
      autoComplete="off"
      spellCheck={false}
      maxLength={64}
      onChange={(event) => onChange(event.target.value.replaceAll(/[ ']/g, ''))}
    />
  ),
});

/** One of some words besides 'All', translated where `textOf` does not say otherwise. They may come from the server. */
export const choiceFilter = <Name extends string>(
  name: Name,
  label: () => string,
  useChoices: () => readonly string[],
  textOf: (choice: string) => string = t,
): LogFilter<Name> => ({
  name,
  Filter: function ChoiceFilter({ value, onChange }) {
    const choices = useChoices();
    return (
      <SelectField
        label={label()}
        value={value}
        options={[...new Set(['', ...choices, value])]}
        textOf={(choice) => (choice === '' ? t('All') : textOf(choice))}
        onChange={onChange}
      />
    );
  },
});

export const userFilter = textFilter(
  'member',
  () => t('User'),
  () => t('all or enter user'),
);
export const deviceFilter = textFilter(
  'deviceid',
  () => t('Device ID'),
  () => t('all or enter deviceid'),
);
export const extensionFilter = textFilter(
  'fileext',
  () => t('File Extension'),
  () => t('all or enter extension'),
);
export const addressFilter = textFilter(
  'ip',
  () => t('IP'),
  () => t('all or enter IP'),
);

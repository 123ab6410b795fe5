// One row of a form: picks the widget of its control and hands it value, problem and mark.
import type { ReactElement, ReactNode } from 'react';
import { useController } from 'react-hook-form';
import type { ControllerRenderProps, FieldValues } from 'react-hook-form';
import { t } from '../../lib/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { CheckboxField, SwitchField } from '../../ui/checkbox-field.tsx';
import { ColourField } from '../../ui/colour-field.tsx';
import { Field, TextAreaField } from '../../ui/field.tsx';
import { MultiSelectField } from '../../ui/multi-select-field.tsx';
import { NumberField } from '../../ui/number-field.tsx';
import { RadioField } from '../../ui/radio-field.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { SliderField } from '../../ui/slider-field.tsx';
import { TagsField } from '../../ui/tags-field.tsx';
import { TickRow } from '../../ui/tick-row.tsx';
import { TimeField } from '../../ui/time-field.tsx';
import { valueText } from './changed.ts';
import styles from './form.module.css';
import type { PlainField, PlainRow } from './row.ts';
import type { Form, Mark } from './use-form.ts';

type ControlProps = {
  row: PlainField;
  field: ControllerRenderProps;
  problem: string | undefined;
  draft: FieldValues;
  onChange: (value: unknown) => void;
};

type TypedControl = 'text' | 'password' | 'textarea' | 'number' | 'time' | 'slider' | 'colour';
type ChoiceProps = Omit<ControlProps, 'row' | 'field'> & {
  row: Exclude<PlainField, { control: TypedControl }>;
  value: ControllerRenderProps['value'];
};

/** What is chosen rather than typed. */
const Choice = ({ row, value, problem, draft, onChange }: ChoiceProps): ReactNode => {
  const said = { label: row.label, help: row.help, error: problem };
  switch (row.control) {
    case 'tags':
      return <TagsField {...said} tags={value} onChange={onChange} />;
    case 'multi-select':
      return <MultiSelectField {...said} options={row.options} chosen={value} onChange={onChange} />;
    case 'switch':
      return <SwitchField {...said} on={value} onChange={onChange} />;
    case 'checkbox':
      return <CheckboxField {...said} on={value} onChange={onChange} />;
    case 'ticks':
      return <TickRow {...said} numbers={row.numbers} ticked={value} onChange={onChange} />;
    case 'select':
      return (
        <SelectField
          {...said}
          value={value}
          options={row.options.map((option) => option.value)}
          textOf={(each) => row.options.find((option) => option.value === each)?.name ?? ''}
          beside={row.beside?.(value)}
          onChange={onChange}
        />
      );
    case 'radio':
      return (
        <RadioField {...said} labelHidden={row.labelHidden} options={row.options} value={value} onChange={onChange} />
      );
    case 'own':
      return row.draw({ label: row.label, value, draft, onChange, problem });
  }
};

const Control = ({ row, field: { value }, problem, draft, onChange }: ControlProps): ReactNode => {
  const said = { label: row.label, help: row.help, error: problem };
  switch (row.control) {
    case 'text':
      return (
        <Field
          {...said}
          value={value}
          autoComplete={row.autoComplete ?? 'off'}
          maxLength={row.most}
          onChange={(event) => onChange(event.target.value)}
        />
      );
    case 'password':
      return (
        <Field
          {...said}
          type="password"
          autoComplete={row.autoComplete}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      );
    case 'textarea':
      return <TextAreaField {...said} rows={row.rows} value={value} onChange={onChange} />;
    case 'number':
      return <NumberField {...said} unit={row.unit} value={value} onChange={onChange} />;
    case 'time':
      return <TimeField {...said} minutes={value} onChange={onChange} />;
    case 'slider': {
      const { min, max, step, unit } = row;
      return <SliderField {...said} min={min} max={max} step={step} unit={unit} value={value} onChange={onChange} />;
    }
    case 'colour':
      return <ColourField {...said} colour={value} onChange={onChange} />;
    default:
      return <Choice {...{ row, value, problem, draft, onChange }} />;
  }
};

const markText = (mark: Mark): string => (mark === 'pending' ? t('being saved') : t('changed'));

/** What somebody else saved in this row, and the way to take it. */
const TheirsOfRow = ({ form, row }: { form: Form; row: PlainField }): ReactElement | null => {
  const theirs = form.theirsAt(row.key);
  if (theirs === undefined) return null;
  return (
    <p className={styles.theirs}>
      <span>{t('{user} saved: {value}', { user: theirs.by, value: valueText(row, theirs.value) })}</span>
      <Button
        onClick={(event) => {
          // The button goes with the difference: the focus stays in the row.
          const control = event.currentTarget
            .closest('div')
            ?.querySelector<HTMLElement>('input,select,textarea,button');
          form.takeTheirs(row.key);
          control?.focus();
        }}
      >
        {t('Take this')}
      </Button>
    </p>
  );
};

const FieldOfRow = ({ form, row }: { form: Form; row: PlainField }): ReactElement => {
  const { field } = useController({ control: form.control, name: row.key });
  const mark = form.markAt(row.key);
  const fixedBy = form.fixedBy(row.key);
  const shown = (
    <>
      <Control
        row={row}
        field={field}
        problem={form.problemAt(row.key)}
        draft={form.draft}
        onChange={(value) => form.change(row, value)}
      />
      <TheirsOfRow form={form} row={row} />
      {fixedBy !== undefined && (
        <p className={`${styles.fixed} soft`}>
          {t('Set by {source}. It can be changed there alone.', { source: fixedBy })}
        </p>
      )}
      {mark !== undefined && <span className={styles.mark}>{markText(mark)}</span>}
    </>
  );
  // A disabled fieldset takes whatever control the row has out of use.
  if (fixedBy !== undefined)
    return (
      <fieldset className={styles.row} disabled>
        {shown}
      </fieldset>
    );
  return (
    <div className={styles.row} data-mark={mark}>
      {shown}
    </div>
  );
};

export const FormRow = ({ form, row }: { form: Form; row: PlainRow }): ReactNode =>
  row.control === 'note' ? row.draw(form.draft) : <FieldOfRow form={form} row={row} />;

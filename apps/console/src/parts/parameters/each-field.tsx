// A list of values: one for each camera, for each of some numbered things, or as many as the device has.
import type { ItemControl, ParameterControl, ParameterItem } from '@outrider/contract';
import { MOST_ITEMS } from '@outrider/contract';
import type { ReactElement } from 'react';
import { t } from '../../lib/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { FieldGroup } from '../../ui/field.tsx';
import { TickRow } from '../../ui/tick-row.tsx';
import styles from './parameters.module.css';
import { ItemField } from './item-field.tsx';
import { numberedText } from './words.ts';

type EachFieldProps = {
  control: Extract<ParameterControl, { kind: 'each' }>;
  label: string;
  value: readonly ParameterItem[];
  error: string | undefined;
  onChange: (value: readonly ParameterItem[]) => void;
  cameras: number;
};

const emptyOf = (control: ItemControl): ParameterItem => {
  if (control.kind === 'number' || control.kind === 'slider') return Math.max(0, control.min);
  return control.kind === 'text' ? '' : 0;
};

const Switches = ({ control, label, value, error, onChange }: EachFieldProps) => (
  <TickRow
    label={label}
    error={error}
    numbers={value.map((_, i) => i + 1)}
    nameOf={(number) => (control.count === 'cameras' ? '' : numberedText(`${control.name} ${number}`))}
    nameOnly
    ticked={value.flatMap((item, i) => (item === 1 ? [i + 1] : []))}
    onChange={(ticked) => onChange(value.map((_, i) => (ticked.includes(i + 1) ? 1 : 0)))}
  />
);

export const EachField = (props: EachFieldProps): ReactElement => {
  const { control, label, value, error, onChange, cameras } = props;
  if (control.of.kind === 'switch' && control.count !== 'any') return <Switches {...props} />;
  return (
    <FieldGroup label={label} error={error}>
      <div className={styles.each}>
        {value.map((item, i) => (
          <ItemField
            // oxlint-disable-next-line react/no-array-index-key -- an entry is known by its place
            key={i}
            control={control.of}
            label={numberedText(`${control.name} ${i + 1}`)}
            value={item}
            error={undefined}
            cameras={cameras}
            {...(control.unique === true && { taken: value.filter((_, other) => other !== i) })}
            onChange={(next) => onChange(value.with(i, next))}
          />
        ))}
      </div>
      {control.count === 'any' && (
        <div className={styles.buttons}>
          <Button disabled={value.length >= MOST_ITEMS} onClick={() => onChange([...value, emptyOf(control.of)])}>
            {t('Add')}
          </Button>
          <Button disabled={value.length === 0} onClick={() => onChange(value.slice(0, -1))}>
            {t('Remove the last')}
          </Button>
        </div>
      )}
    </FieldGroup>
  );
};

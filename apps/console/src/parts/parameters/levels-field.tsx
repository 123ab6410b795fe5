// Alarms of two levels each: a switch for both of them, and a tick for each level. The value is one number whose bits have names.
import type { ItemControl } from '@outrider/contract';
import type { ReactElement } from 'react';
import { t } from '../../lib/i18n.ts';
import { CheckboxField, SwitchField } from '../../ui/checkbox-field.tsx';
import { FieldGroup } from '../../ui/field.tsx';
import styles from './levels-field.module.css';
import { alarmsIn, bitsIn, namedBits, withBits } from './words.ts';

type LevelsFieldProps = {
  control: Extract<ItemControl, { kind: 'bits' }>;
  label: string;
  value: number;
  error: string | undefined;
  onChange: (value: number) => void;
};

export const LevelsField = ({ control, label, value, error, onChange }: LevelsFieldProps): ReactElement => {
  const set = bitsIn(value, namedBits(control));
  const put = (bits: readonly number[], on: boolean): void => onChange(withBits(value, bits, on ? bits : []));
  return (
    <FieldGroup label={label} error={error}>
      <ul className={styles.alarms}>
        {alarmsIn(control).map(({ name, bits }) => (
          <li key={name}>
            <SwitchField label={t(name)} on={bits.some((bit) => set.includes(bit))} onChange={(on) => put(bits, on)} />
            {bits.length > 1 &&
              bits.map((bit, index) => (
                <CheckboxField
                  key={bit}
                  label={t('Level {level}', { level: index + 1 })}
                  on={set.includes(bit)}
                  onChange={(on) => put([bit], on)}
                />
              ))}
          </li>
        ))}
      </ul>
    </FieldGroup>
  );
};

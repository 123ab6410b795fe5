// The field that holds device ids joined by commas: typed by hand, or ticked in the device selector beside it.
import { useState } from 'react';
import type { ReactElement } from 'react';
import { t } from '../../lib/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { DevicePicker } from './device-picker.tsx';
import styles from './device-picker.module.css';
import { idsOf, lineOf } from './picker-rules.ts';

type DevicesFieldProps = {
  /** What stands in the field; `idsOf` gives its ids. */
  line: string;
  onChange: (line: string) => void;
  disabled?: boolean;
  max?: number;
  error?: string | undefined;
};

export const DevicesField = ({ line, onChange, disabled = false, max, error }: DevicesFieldProps): ReactElement => {
  const [picking, setPicking] = useState(false);
  return (
    <div className={styles.field}>
      <Field
        label={t('Device ID')}
        help={t('Several are joined by commas.')}
        error={error}
        value={line}
        disabled={disabled}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => onChange(event.target.value)}
      />
      <Button icon="table" disabled={disabled} onClick={() => setPicking(true)}>
        {t('Choose devices')}
      </Button>
      {picking && (
        <DevicePicker
          chosen={idsOf(line)}
          {...(max === undefined ? {} : { max })}
          onClose={() => setPicking(false)}
          onTake={(ids) => {
            onChange(lineOf(ids));
            setPicking(false);
          }}
        />
      )}
    </div>
  );
};

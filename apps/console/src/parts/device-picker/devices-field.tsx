// The field that holds device ids joined by commas: typed by hand, or ticked in the device selector beside it.
import { useState } from 'react';
import type { ReactElement } from 'react';
import { t } from '../../lib/i18n.ts';
import { deviceName } from '../../live/device-name.ts';
import { useDevicesVersion } from '../../live/hooks.ts';
import { devices } from '../../live/stores.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { DevicePicker } from './device-picker.tsx';
import styles from './device-picker.module.css';
import { idsOf, lineOf } from './picker-rules.ts';

type DevicesFieldProps = {
  /** What stands in the field; `idsOf` gives its ids. */
  line: string;
  onChange: (line: string) => void;
  /** In the place of 'Device ID'. */
  label?: string;
  /** Said while nothing is in it. */
  help?: string;
  disabled?: boolean;
  max?: number;
  error?: string | undefined;
};

const MOST_NAMED = 12;

/** What the devices in the field are called, where people call them otherwise; a number that is no device says so. */
const useNames = (line: string): string => {
  useDevicesVersion();
  const ids = [...new Set(idsOf(line))];
  if (!devices.loaded || ids.every((id) => devices.get(id)?.vehicleid === '')) return '';
  const names = ids.slice(0, MOST_NAMED).map((id) => {
    const device = devices.get(id);
    return device === undefined ? t('Unknown device {id}', { id }) : deviceName(id, device);
  });
  return [...names, ...(ids.length > MOST_NAMED ? [`+${ids.length - MOST_NAMED}`] : [])].join(' · ');
};

export const DevicesField = (props: DevicesFieldProps): ReactElement => {
  const { line, onChange, label = t('Device ID'), help = t('Several are joined by commas.') } = props;
  const { disabled = false, max, error } = props;
  const [picking, setPicking] = useState(false);
  return (
    <div className={styles.field}>
      <Field
        label={label}
        help={useNames(line) || help}
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

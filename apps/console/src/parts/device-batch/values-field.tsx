// Values picked from the table of parameters, for many vehicles: which ones, each with its field. What a value may be says the table.
import {
  isForMany,
  type ItemControl,
  type ParameterItem,
  type ParameterRow,
  type ParameterValue,
  type ParameterValues,
  parameterFault,
  parameterOf,
  parameterPanelNames,
  parameterPanels,
  parametersOfPanel,
} from '@outrider/contract';
import { useMemo } from 'react';
import type { ReactElement } from 'react';
import { t } from '../../lib/i18n.ts';
import { useSession } from '../../live/session.ts';
import { ParameterField } from '../parameters/parameter-field.tsx';
import { parameterText } from '../parameters/words.ts';
import { Button } from '../../ui/button.tsx';
import { FieldFrame } from '../../ui/field.tsx';
import { Notice } from '../../ui/states.tsx';
import styles from './device-batch.module.css';

/** What makes a device dial: set wrongly, nobody reaches it any more. */
const LEADS_HERE = new Set(['net_server', 'net_port', 'net_udpport', 'net_apn', 'net_user']);
const DAY_START = { minutes: '00:00', time: '00:00:00' } as const;

const firstItem = (control: ItemControl, factory: number | undefined): ParameterItem => {
  switch (control.kind) {
    // Nobody should send a nought that nobody typed.
    case 'number':
    case 'temperature':
      return factory ?? Number.NaN;
    // A slider always stands somewhere: the seldom heartbeat, the strong push.
    case 'slider':
      return factory ?? control.max;
    case 'select':
      return factory ?? control.options[0]?.[0] ?? 0;
    case 'switch':
    case 'bits':
      return factory ?? 0;
    case 'minutes':
    case 'time':
      return DAY_START[control.kind];
    default:
      return '';
  }
};
/** What the field of a value begins with: what devices leave the factory with where the table says that, a number else empty. */
const firstValue = ({ control, factory }: ParameterRow, cameras: number): ParameterValue => {
  if (control.kind !== 'each') return firstItem(control, factory);
  const count = control.count === 'cameras' ? cameras : control.count === 'any' ? 1 : control.count;
  return Array.from({ length: count }, () => firstItem(control.of, factory));
};

export const faultOf = (key: string, value: ParameterValue): string | undefined => {
  const row = parameterOf(key);
  const fault = row === undefined ? undefined : parameterFault(row, value);
  return fault === undefined ? undefined : t(fault.text, fault.values);
};

/** Rows that the account has the right for, panel by panel. */
const useOffered = () => {
  const rights = useSession((session) => session.rights);
  return useMemo(
    () =>
      parameterPanels.flatMap((panel) => {
        const rows = parametersOfPanel(panel).filter((row) => rights.has(row.right) && isForMany(row));
        return rows.length === 0 ? [] : [{ panel, rows }];
      }),
    [rights],
  );
};

type ValuesFieldProps = {
  values: ParameterValues;
  onChange: (values: ParameterValues) => void;
  /** How many cameras a list of them begins with. */
  cameras: number;
};

const AddValue = ({ values, onChange, cameras }: ValuesFieldProps): ReactElement => {
  const offered = useOffered();
  const add = (key: string): void => {
    const row = parameterOf(key);
    if (row !== undefined) onChange({ ...values, [key]: firstValue(row, cameras) });
  };
  return (
    <FieldFrame label={t('Add a value')} help={t('Only what is added here is set.')}>
      {(control) => (
        <select {...control} className="form-select" value="" onChange={({ target }) => add(target.value)}>
          <option value="" disabled>
            {t('Choose a value…')}
          </option>
          {offered.map(({ panel, rows }) => (
            <optgroup key={panel} label={t(parameterPanelNames[panel])}>
              {rows.map((row) => (
                <option key={row.key} value={row.key} disabled={values[row.key] !== undefined}>
                  {parameterText(row)}
                </option>
              ))}
            </optgroup>
          ))}
        </select>
      )}
    </FieldFrame>
  );
};

export const ValuesField = (props: ValuesFieldProps): ReactElement => {
  const { values, onChange, cameras } = props;
  const without = (key: string): ParameterValues =>
    Object.fromEntries(Object.entries(values).filter(([each]) => each !== key));
  return (
    <div className={styles.values}>
      <AddValue {...props} />
      {Object.entries(values).map(([key, value]) => {
        const row = parameterOf(key);
        if (row === undefined) return null;
        const label = parameterText(row);
        return (
          <div key={key} className={styles.value}>
            <div>
              <ParameterField
                row={row}
                label={label}
                value={value}
                problem={faultOf(key, value)}
                cameras={cameras}
                onChange={(next) => onChange({ ...values, [key]: next })}
              />
            </div>
            <Button
              look="bare"
              icon="remove"
              aria-label={t('Leave out: {name}', { name: label })}
              onClick={() => onChange(without(key))}
            />
          </div>
        );
      })}
      {Object.keys(values).some((key) => LEADS_HERE.has(key)) && (
        <Notice tone="warn" icon="warning">
          {t('With a wrong address, port or APN the device does not come back: it must be set by hand in the vehicle.')}
        </Notice>
      )}
    </div>
  );
};

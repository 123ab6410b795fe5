// The form of one panel: a row for each parameter that the device told of. What is checked and sent is what was changed.
import {
  ChangedError,
  isSameValue,
  type ParameterPanel,
  type ParameterRow,
  type ParameterValue,
  type ParameterValues,
  parametersOfPanel,
  putDeviceSetup,
  type ReplyOf,
} from '@outrider/contract';
import { useMemo, useRef, useState } from 'react';
import { t } from '../../../lib/i18n.ts';
import { send } from '../../../lib/send.ts';
import { serverNow } from '../../../lib/server-clock.ts';
import { useDevice } from '../../../live/hooks.ts';
import type { Spoken } from '../../../parts/form/draft.ts';
import type { Rows } from '../../../parts/form/row.ts';
import { type Form, useForm } from '../../../parts/form/use-form.ts';
import { showFailure, showToast } from '../../../ui/toast.ts';
import styles from './device-setup.module.css';
import { ParameterField } from '../../../parts/parameters/parameter-field.tsx';
import type { Sheet } from './use-setup.ts';
import { parameterText, valueText } from '../../../parts/parameters/words.ts';

export type SetupDraft = { deviceid: string; deviceParams: ParameterValues };
type Saved = ReplyOf<typeof putDeviceSetup>;

const only = (values: ParameterValues, keys: readonly string[]): ParameterValues =>
  Object.fromEntries(keys.flatMap((key) => (values[key] === undefined ? [] : [[key, values[key]]])));

/** Speeds are entered as they come and set in whole km/h. */
const whole = (values: ParameterValues): ParameterValues => {
  const limit = values['sys_spdlimit'];
  return typeof limit === 'number' && !Number.isNaN(limit) ? { ...values, sys_spdlimit: Math.round(limit) } : values;
};
const changedIn = (draft: ParameterValues, start: ParameterValues): ParameterValues =>
  whole(Object.fromEntries(Object.entries(draft).filter(([key, value]) => !isSameValue(value, start[key]))));

/** The rules of the call for what was changed: what the device had before may be outside of them. */
const rulesFrom = (start: SetupDraft): Spoken => ({
  input: {
    safeEncode: (draft) => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the form has no other draft
      const { deviceid, deviceParams } = draft as SetupDraft;
      return putDeviceSetup.input.safeEncode({ deviceid, deviceParams: changedIn(deviceParams, start.deviceParams) });
    },
    safeDecode: (value) => {
      const { data } = putDeviceSetup.input.pick({ deviceid: true, seen: true }).safeDecode({
        deviceid: start.deviceid,
        seen: Object(value).deviceParams,
      });
      return { data: { ...start, deviceParams: { ...start.deviceParams, ...data?.seen } } };
    },
  },
});

type Drawn = Pick<Parameters<typeof ParameterField>[0], 'label' | 'value' | 'problem' | 'onChange'>;
/** Set here and not delivered yet. */
const Pending = ({ row, value }: { row: ParameterRow; value: ParameterValue }) => (
  <p className={styles.pending}>{t('Waits for the device: {value}', { value: valueText(row, value) })}</p>
);

const rowsOf = (rows: readonly ParameterRow[], { data: { offlineset } }: Sheet, cameras: number): Rows<SetupDraft> =>
  rows.map((row) => {
    const pending = offlineset[row.key];
    return {
      control: 'own' as const,
      key: `deviceParams.${row.key}` as const,
      label: parameterText(row),
      textOf: (value: ParameterValue) => valueText(row, value),
      draw: ({ label, value, problem, onChange }: Drawn) => (
        <>
          <ParameterField {...{ row, label, value, problem, onChange, cameras }} />
          {pending !== undefined && <Pending row={row} value={pending} />}
        </>
      ),
    };
  });

/** Those of a panel that the device told of. */
export const rowsToldOf = (panel: ParameterPanel, { data: { current, offlineset } }: Sheet): ParameterRow[] =>
  parametersOfPanel(panel).filter(({ key }) => current[key] !== undefined || offlineset[key] !== undefined);

const said = ({ result, checked, differs }: Saved): void => {
  if (result === '2') showToast('info', t('Offline setting'), t('The device is offline. It is set when it is back.'));
  else if (result === '408')
    showToast('info', t('Offline setting'), t('The device does not answer. It is set when it does.'));
  else if (!checked)
    showToast('info', t('Save Success'), t('The device took it, and could not be asked what it has now.'));
  else if (differs.length === 0) showToast('success', t('Save Success'));
};

type PanelFormOptions = {
  deviceId: string;
  rows: readonly ParameterRow[];
  sheet: Sheet;
  onSaved: (saved: Saved) => void;
};

export const usePanelForm = ({ deviceId, rows, sheet, onSaved }: PanelFormOptions): Form => {
  const [start] = useState((): SetupDraft => {
    const keys = rows.map(({ key }) => key);
    return { deviceid: deviceId, deviceParams: only({ ...sheet.data.offlineset, ...sheet.data.current }, keys) };
  });
  const seen = useRef({ values: start.deviceParams, time: sheet.readms });
  const of = useMemo(() => rulesFrom(start), [start]);
  const cameras = useDevice(deviceId)?.chn_count ?? 0;
  const plain = useMemo(() => rowsOf(rows, sheet, cameras), [rows, sheet, cameras]);
  return useForm<SetupDraft>({
    of,
    start,
    rows: plain,
    edits: true,
    save: async ({ deviceParams }) => {
      const values = changedIn(deviceParams, seen.current.values);
      try {
        const saved = await send(putDeviceSetup, {
          deviceid: deviceId,
          deviceParams: values,
          seen: only(seen.current.values, Object.keys(values)),
          seenms: seen.current.time,
        });
        // The next save goes on from it, also where the device is not read again. What waits for the device it has by then, or goes to what waits.
        seen.current = { values: { ...seen.current.values, ...values, ...saved.kept }, time: serverNow() };
        said(saved);
        onSaved(saved);
      } catch (error) {
        if (error instanceof ChangedError) {
          const { present, updatetime } = error.changed;
          const found = putDeviceSetup.input.shape.seen.safeDecode(Object(present).deviceParams).data;
          seen.current = { values: { ...seen.current.values, ...found }, time: updatetime };
        } else showFailure(t('Save Error'), error);
        throw error;
      }
    },
  });
};

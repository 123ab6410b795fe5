// One panel of 'Remote Device Setting' with its Save.
import {
  parameterFault,
  type ParameterPanel,
  type ParameterPreset,
  type ParameterRow,
  parameterOf,
  parameterPresets,
} from '@outrider/contract';
import { useEffect, useId, useState } from 'react';
import type { ReactElement } from 'react';
import { t } from '../../../lib/i18n.ts';
import { FormBody } from '../../../parts/form/form-dialog.tsx';
import type { FieldsState } from '../../../parts/form/form-fields.tsx';
import type { Form } from '../../../parts/form/use-form.ts';
import { Button } from '../../../ui/button.tsx';
import { FieldGroup } from '../../../ui/field.tsx';
import { Notice } from '../../../ui/states.tsx';
import { showToast } from '../../../ui/toast.ts';
import { CalibrationTool } from './calibration/calibration-tool.tsx';
import styles from './device-setup.module.css';
import { useTellSheet } from './sheet-unsaved.ts';
import { rowsToldOf, usePanelForm } from './use-panel-form.tsx';
import type { Sheet } from './use-setup.ts';
import { parameterText } from '../../../parts/parameters/words.ts';

/** What makes a device dial: set wrongly, nobody reaches it any more. */
const LEADS_HERE = new Set(['net_server', 'net_port', 'net_udpport', 'net_apn', 'net_user', 'net_pass']);

/** What a sub-stream cannot be without: also where the device itself says something that is none. */
const SUB_STREAM = new Set(['enc_sres', 'enc_sfps', 'enc_sbit']);
const isSubStreamWrong = (rows: readonly ParameterRow[], { draft }: Form): boolean =>
  rows.some(
    (row) => SUB_STREAM.has(row.key) && parameterFault(row, Object(draft['deviceParams'])[row.key]) !== undefined,
  );

type PresetsProps = { presets: readonly ParameterPreset[]; form: Form; off: boolean };
/** Values that belong together, with one press. */
const Presets = ({ presets, form, off }: PresetsProps): ReactElement | null => {
  if (presets.length === 0) return null;
  const take = ({ values }: ParameterPreset): void => {
    for (const row of form.rows.flat()) {
      const value = row.control === 'note' ? undefined : values[row.key.slice('deviceParams.'.length)];
      if (row.control !== 'note' && value !== undefined) form.change(row, value);
    }
  };
  return (
    <FieldGroup label={t('Presets')}>
      <div className={styles.presets}>
        {presets.map((preset) => (
          <Button key={preset.name} disabled={off} onClick={() => take(preset)}>
            {t(preset.name)}
          </Button>
        ))}
      </div>
    </FieldGroup>
  );
};

/** Tells the dialog, and the one who reads the device again, what stands here that nobody saved. */
const useTell = (panel: ParameterPanel, { dirty, busy }: Form, onTyped: PanelProps['onTyped']): void => {
  useTellSheet(dirty, busy);
  useEffect(() => {
    onTyped(panel, dirty);
    return () => onTyped(panel, false);
  }, [onTyped, panel, dirty]);
};

type FootProps = { id: string; form: Form; wrong: boolean; busy: boolean };

const Foot = ({ id, form, wrong, busy }: FootProps): ReactElement => {
  const press = (): void => {
    if (form.noChanges) showToast('info', t('No changes'));
    else void form.submit();
  };
  return (
    <div className={styles.foot}>
      {form.busy && <span className="soft">{t('Without an answer within 15 seconds it is kept for the device.')}</span>}
      {wrong && !form.busy && (
        <span className="soft">{t('The sub-stream needs a resolution, and values within their limits.')}</span>
      )}
      <output className="soft">{form.busy ? t('Saving...') : form.noChanges ? t('No changes') : ''}</output>
      <Button
        type="submit"
        form={id}
        look="primary"
        busy={form.busy}
        disabled={busy || wrong || !(form.ready || form.noChanges)}
        onClick={(event) => {
          event.preventDefault();
          press();
        }}
      >
        {t('Save')}
      </Button>
    </div>
  );
};

type PanelProps = {
  deviceId: string;
  panel: ParameterPanel;
  sheet: Sheet;
  /** The device is being asked: what is shown may be old. */
  busy: boolean;
  /** 'loading': what is typed now would go when the answer comes. */
  fields: FieldsState;
  /** What the device did not take in an earlier save. */
  differs: readonly string[];
  onSaved: (differs: readonly string[]) => void;
  /** Whether something stands here that nobody saved; false when the panel goes. */
  onTyped: (panel: ParameterPanel, isTyped: boolean) => void;
};

export const Panel = ({
  deviceId,
  panel,
  sheet,
  busy,
  fields,
  differs,
  onSaved,
  onTyped,
}: PanelProps): ReactElement => {
  const id = useId();
  const [rows] = useState(() => rowsToldOf(panel, sheet));
  const form = usePanelForm({ deviceId, rows, sheet, onSaved: (saved) => onSaved(saved.differs) });
  useTell(panel, form, onTyped);
  const names = differs.flatMap((key) => {
    const row = parameterOf(key);
    return row === undefined ? [] : [parameterText(row)];
  });
  const wrong = isSubStreamWrong(rows, form);
  return (
    <div className={styles.panel} aria-busy={form.busy || busy}>
      {names.length > 0 && (
        <Notice tone="warn" icon="warning">
          {t('The device did not take this and kept what it had: {names}.', { names: names.join(', ') })}
        </Notice>
      )}
      {rows.some(({ key }) => LEADS_HERE.has(key)) && (
        <p className="soft">
          {t('With a wrong address, port or APN the device does not come back: it must be set by hand in the vehicle.')}
        </p>
      )}
      <Presets
        presets={parameterPresets.filter((preset) => preset.panel === panel)}
        form={form}
        off={fields !== 'open'}
      />
      <CalibrationTool
        {...{ deviceId, panel, form }}
        off={fields !== 'open'}
        stored={{ ...sheet.data.offlineset, ...sheet.data.current }}
      />
      <div className={styles.rows}>
        <FormBody id={id} form={form} intro={undefined} focused={false} fields={fields} />
      </div>
      <Foot id={id} form={form} wrong={wrong} busy={busy} />
    </div>
  );
};

// The way from a panel into its calibration: there for a device that tells of points, and for who may see its pictures.
import {
  type ParameterPanel,
  type ParameterValue,
  type ParameterValues,
  parameterPanelNames,
} from '@outrider/contract';
import { useState } from 'react';
import type { ReactElement } from 'react';
import { t } from '../../../../lib/i18n.ts';
import { useExtra } from '../../../../live/hooks.ts';
import { useMay } from '../../../../live/session.ts';
import type { PlainField } from '../../../../parts/form/row.ts';
import type { Form } from '../../../../parts/form/use-form.ts';
import { Button } from '../../../../ui/button.tsx';
import { CalibrationDialog } from './calibration-dialog.tsx';
import styles from './calibration.module.css';
import { calibrationOf, driverChannelOf } from './views.ts';

/** The vehicle's second camera looks at the driver where nobody said which one does. */
const USUAL_DRIVER_CHANNEL = 2;

const fieldsOf = (form: Form): PlainField[] => form.rows.flat().flatMap((row) => (row.control === 'note' ? [] : [row]));

type CalibrationToolProps = {
  deviceId: string;
  panel: ParameterPanel;
  form: Form;
  /** As the device has them. */
  stored: ParameterValues;
  /** It cannot be begun now. */
  off: boolean;
};

export const CalibrationTool = ({ deviceId, panel, form, stored, off }: CalibrationToolProps): ReactElement | null => {
  const [open, setOpen] = useState(false);
  const mayWatch = useMay('P_live');
  const driverChannel = driverChannelOf(stored, useExtra(deviceId)?.dsmchannel ?? USUAL_DRIVER_CHANNEL);
  const views = calibrationOf(panel, stored, driverChannel);
  if (views.length === 0 || !mayWatch) return null;
  const put = (key: string, value: ParameterValue): void => {
    const row = fieldsOf(form).find((field) => field.key === `deviceParams.${key}`);
    if (row !== undefined) form.change(row, value);
  };
  const spoilt = fieldsOf(form).some(({ key }) => form.problemAt(key) !== undefined);
  return (
    <div className={styles.tool}>
      <Button icon="follow" disabled={form.busy || off} onClick={() => setOpen(true)}>
        {t('Calibrate on the live picture')}
      </Button>
      {open && (
        <CalibrationDialog
          deviceId={deviceId}
          title={t('Calibration: {panel}', { panel: t(parameterPanelNames[panel]) })}
          views={views}
          drafts={calibrationOf(panel, form.draft['deviceParams'], driverChannel)}
          problem={spoilt ? t('Another value of this panel cannot be saved.') : undefined}
          said={form.trouble}
          busy={form.busy}
          onSave={(values) => {
            for (const [key, value] of Object.entries(values)) put(key, value);
            void form.submit();
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  );
};

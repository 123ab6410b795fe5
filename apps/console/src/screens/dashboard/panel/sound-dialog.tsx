// Sound in the vehicle: for how long, and whether it comes here or stays in the device; or ending what is being recorded.
import { useState } from 'react';
import type { ReactElement } from 'react';
import { t } from '../../../lib/i18n.ts';
import { useDeviceTitle } from '../../../parts/device-names.tsx';
import { CheckboxField } from '../../../ui/checkbox-field.tsx';
import { NumberField } from '../../../ui/number-field.tsx';
import { Confirm } from '../../../ui/question.tsx';
import { RadioField } from '../../../ui/radio-field.tsx';
import styles from './device-panel.module.css';
import type { Order } from './give-order.ts';

type SoundDialogProps = { id: string; give: (order: Order) => Promise<unknown>; onClose: () => void };

const MOST_S = 65_535;
const USUAL_S = 30;

export const SoundDialog = ({ id, give, onClose }: SoundDialogProps): ReactElement => {
  const [action, choose] = useState<'start' | 'stop'>('start');
  const [seconds, setSeconds] = useState(USUAL_S);
  const [stays, setStays] = useState(false);
  const problem = Number.isInteger(seconds) && seconds >= 1 && seconds <= MOST_S ? undefined : t('1 to 65535 seconds');
  const wrong = action === 'start' && problem !== undefined;
  return (
    <Confirm
      title={t('Sound in {device}', { device: useDeviceTitle(id) })}
      confirmText={t('Send')}
      unsaved={action !== 'start' || seconds !== USUAL_S || stays}
      onConfirm={() => (wrong ? Promise.reject(new Error(problem)) : give({ kind: 'sound', action, seconds, stays }))}
      onClose={onClose}
    >
      <div className={styles.fields}>
        <RadioField
          label={t('Recording')}
          value={action}
          options={[
            { value: 'start', name: t('Start'), about: t('Those in the vehicle are not told by this server.') },
            { value: 'stop', name: t('End now') },
          ]}
          onChange={choose}
        />
        {action === 'start' && (
          <>
            <NumberField label={t('For')} unit="s" value={seconds} onChange={setSeconds} error={problem} />
            <CheckboxField label={t('It stays in the device')} on={stays} onChange={setStays} />
          </>
        )}
      </div>
    </Confirm>
  );
};

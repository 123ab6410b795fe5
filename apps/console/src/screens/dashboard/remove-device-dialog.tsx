// Asks before a device is taken out of the list, and says what happens to its data.
import { useState } from 'react';
import type { ReactElement } from 'react';
import { t } from '../../lib/i18n.ts';
import { Confirm } from '../../ui/dialog.tsx';
import { removeDevice } from './api.ts';
import styles from './dashboard.module.css';

export const RemoveDeviceDialog = ({ id, onClose }: { id: string; onClose: () => void }): ReactElement => {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const remove = async (): Promise<void> => {
    setBusy(true);
    try {
      await removeDevice(id);
      onClose();
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
      setBusy(false);
    }
  };
  return (
    <Confirm
      danger
      title={t('Remove device {device}?', { device: id })}
      confirmText={t('Remove')}
      busy={busy}
      onConfirm={() => void remove()}
      onClose={onClose}
    >
      <p>
        {t(
          'It leaves the list. Its recordings and tracks stay until their time is over, and come back with the device.',
        )}
      </p>
      {problem !== '' && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
    </Confirm>
  );
};

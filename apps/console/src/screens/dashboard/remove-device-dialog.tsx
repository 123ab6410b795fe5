// Asks before a device is taken out of the list, and says what happens to its data.
import type { ReactElement } from 'react';
import { t } from '../../lib/i18n.ts';
import { removeDevice } from './api.ts';
import { ConfirmCommand } from './confirm-command.tsx';

export const RemoveDeviceDialog = ({ id, onClose }: { id: string; onClose: () => void }): ReactElement => (
  <ConfirmCommand
    title={t('Remove device {device}?', { device: id })}
    confirmText={t('Remove')}
    text={t(
      'It leaves the list. Its recordings and tracks stay until their time is over, and come back with the device.',
    )}
    run={() => removeDevice(id)}
    onClose={onClose}
  />
);

// Asks before a device is taken out of the list, and says what happens to its data.
import type { ReactElement } from 'react';
import { t } from '../../lib/i18n.ts';
import { useDeviceTitle } from '../../parts/device-names.tsx';
import { Confirm } from '../../ui/question.tsx';
import { removeDevice } from './api.ts';

export const RemoveDeviceDialog = ({ id, onClose }: { id: string; onClose: () => void }): ReactElement => (
  <Confirm
    title={t('Remove device {device}?', { device: useDeviceTitle(id) })}
    confirmText={t('Remove')}
    danger
    onConfirm={() => removeDevice(id)}
    onClose={onClose}
  >
    {t('It leaves the list. Its recordings and tracks stay until their time is over, and come back with the device.')}
  </Confirm>
);

// An upload to an FTP server that runs: it is paused, goes on, or is ended.
import { d34UploadControl, type DeviceOrder, getDeviceOrders, type UploadControl } from '@outrider/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactElement } from 'react';
import { t } from '../../lib/i18n.ts';
import { live } from '../../live/index.ts';
import { Button } from '../../ui/button.tsx';
import { showFailure } from '../../ui/toast.ts';

export const isUploading = ({ kind, state, message }: DeviceOrder): boolean =>
  kind === 'upload' && state === 'done' && message === 'Uploading';

export const UploadControls = ({ order }: { order: DeviceOrder }): ReactElement => {
  const [paused, setPaused] = useState(false);
  const [busy, setBusy] = useState(false);
  const client = useQueryClient();
  const control = async (A: UploadControl): Promise<void> => {
    setBusy(true);
    try {
      await live().connection.ask(d34UploadControl, { I: order.deviceid, O: order.id, A });
      setPaused(A === 'pause');
    } catch (error) {
      showFailure(t('This did not work'), error);
    }
    setBusy(false);
    await client.invalidateQueries({ queryKey: [getDeviceOrders.method, getDeviceOrders.path] });
  };
  return (
    <span>
      <Button look="bare" busy={busy} onClick={() => void control(paused ? 'resume' : 'pause')}>
        {paused ? t('Resume') : t('Pause')}
      </Button>
      <Button look="bare" busy={busy} onClick={() => void control('cancel')}>
        {t('Cancel the upload')}
      </Button>
    </span>
  );
};

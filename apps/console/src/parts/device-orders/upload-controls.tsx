// An upload to an FTP server that runs: it is paused, goes on, or is ended. Whether it is paused nobody says, neither the device nor the server,
// and somebody else may have paused it: both can be pressed.
import { d34UploadControl, type DeviceOrder, getDeviceOrders, type UploadControl } from '@outrider/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactElement } from 'react';
import { t } from '../../lib/i18n.ts';
import { live } from '../../live/index.ts';
import { Button } from '../../ui/button.tsx';
import { showFailure, showToast } from '../../ui/toast.ts';

export const isUploading = ({ kind, state, message }: DeviceOrder): boolean =>
  kind === 'upload' && state === 'done' && message === 'Uploading';

const textOf = (control: UploadControl): string =>
  ({ pause: t('Pause'), resume: t('Resume'), cancel: t('Cancel the upload') })[control];

export const UploadControls = ({ order }: { order: DeviceOrder }): ReactElement => {
  const [busy, setBusy] = useState(false);
  const client = useQueryClient();
  const control = async (A: UploadControl): Promise<void> => {
    setBusy(true);
    try {
      await live().connection.ask(d34UploadControl, { I: order.deviceid, O: order.id, A });
      showToast('success', textOf(A), t('Success'));
    } catch (error) {
      showFailure(t('This did not work'), error);
    }
    setBusy(false);
    await client.invalidateQueries({ queryKey: [getDeviceOrders.method, getDeviceOrders.path] });
  };
  return (
    <span>
      {(['pause', 'resume', 'cancel'] as const).map((each) => (
        <Button key={each} look="bare" busy={busy} onClick={() => void control(each)}>
          {textOf(each)}
        </Button>
      ))}
    </span>
  );
};

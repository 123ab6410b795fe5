// Takes back an order that waits: it can be given again, so nothing is asked before.
import { getDeviceOrders, putDeviceOrder, type DeviceOrder } from '@outrider/contract';
import type { ReactElement } from 'react';
import { useSave } from '../../lib/calls.ts';
import { t } from '../../lib/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { showFailure } from '../../ui/toast.ts';
import { orderKindText } from './order-words.ts';
import { isUploading, UploadControls } from './upload-controls.tsx';

/** Nothing for one that was sent or is over. */
export const CancelOrder = ({ order }: { order: DeviceOrder }): ReactElement | null => {
  const save = useSave(putDeviceOrder, [getDeviceOrders]);
  // A setting is not told before the device has answered what it holds: until then it can be taken back.
  const isAsked = order.kind === 'parameters' && order.state === 'sent';
  if (isUploading(order)) return <UploadControls order={order} />;
  if (order.state !== 'waiting' && !isAsked) return null;
  const cancel = (): void =>
    save.mutate(
      { id: order.id, action: 'cancel' },
      { onError: (error) => showFailure(t('The order was not cancelled'), error) },
    );
  return (
    <Button
      look="bare"
      busy={save.isPending}
      aria-label={t('Cancel: {order} of {device}', { order: orderKindText(order.kind), device: order.deviceid })}
      onClick={cancel}
    >
      {t('Cancel')}
    </Button>
  );
};

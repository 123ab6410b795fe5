// The columns of the orders to devices.
import type { DeviceOrder } from '@outrider/contract';
import { t } from '../../lib/i18n.ts';
import { deviceName } from '../../live/device-name.ts';
import { devices } from '../../live/stores.ts';
import { VehicleName } from '../../parts/device-names.tsx';
import { CancelOrder } from '../../parts/device-orders/cancel-order.tsx';
import { orderDetailText } from '../../parts/device-orders/order-detail.ts';
import { OrderPictures } from '../../parts/device-orders/order-pictures.tsx';
import { orderKindText, orderReasonText, orderStateText } from '../../parts/device-orders/order-words.ts';
import { timeColumn } from '../../parts/table/time-column.ts';
import type { Column } from '../../ui/column.ts';

export const orderColumns = (): readonly Column<DeviceOrder>[] => [
  timeColumn('time', t('Time'), ({ time }) => time),
  {
    id: 'vehicle',
    header: t('Vehicle'),
    width: 'minmax(96px, 0.8fr)',
    choice: 'on',
    value: ({ deviceid }) => deviceName(deviceid, devices.get(deviceid)),
    cell: ({ deviceid }) => <VehicleName id={deviceid} />,
  },
  { id: 'device', header: t('Device ID'), width: 'minmax(112px, 1fr)', value: ({ deviceid }) => deviceid },
  { id: 'kind', header: t('Order'), width: 'minmax(112px, 1fr)', value: ({ kind }) => orderKindText(kind) },
  { id: 'detail', header: t('Contents'), width: 'minmax(128px, 2fr)', choice: 'on', value: orderDetailText },
  { id: 'user', header: t('User'), width: 'minmax(80px, 0.8fr)', choice: 'on', value: ({ username }) => username },
  { id: 'state', header: t('State'), width: 'minmax(96px, 0.8fr)', value: ({ state }) => orderStateText(state) },
  {
    id: 'reason',
    header: t('Result'),
    width: 'minmax(128px, 1.4fr)',
    choice: 'on',
    value: orderReasonText,
    cell: (order) =>
      order.kind === 'photo' && order.state === 'done' ? <OrderPictures order={order} /> : orderReasonText(order),
  },
  {
    id: 'tries',
    header: t('Tries'),
    width: '72px',
    align: 'end',
    choice: 'off',
    value: ({ tries }) => tries,
  },
  timeColumn('expires', t('Waits until'), ({ expires }) => expires, { choice: 'off' }),
  {
    id: 'cancel',
    header: '',
    label: t('Cancel'),
    width: '96px',
    cell: (order) => <CancelOrder order={order} />,
  },
];

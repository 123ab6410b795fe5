// For tests: what the queue answers that was asked to tell a device about a firmware.
import type { OrderDesk, StoredOrder } from '../device-order/index.ts';
import type { FirmwarePayload } from './order-kind.ts';

type Asked = Parameters<OrderDesk<FirmwarePayload>['ask']>[0];
type Standing = Pick<StoredOrder, 'state' | 'tries' | 'outcome' | 'message' | 'sentMs' | 'endedMs'>;

export const WAITING_ORDER: Standing = {
  state: 'waiting',
  tries: 0,
  outcome: '',
  message: '',
  sentMs: null,
  endedMs: null,
};
export const DONE_ORDER: Standing = {
  ...WAITING_ORDER,
  state: 'done',
  tries: 1,
  outcome: 'done',
  sentMs: 0,
  endedMs: 0,
};

export const orderOf = ({ payload, device, userName, kept }: Asked, standing: Standing): StoredOrder => ({
  ...device,
  id: 1,
  kind: 'firmware',
  payload,
  detail: '',
  userName,
  kept,
  askedMs: 0,
  expiresMs: 0,
  batchId: 0,
  ...standing,
});

// What a room gives its kind of order to the queue with, and what it hears of it.
import type { OrderResult } from '@outrider/contract';
import type { SeenDevice } from '../../kernel/access/access.ts';
import type { BatchCount, StoredOrder } from './store.ts';

/** Who asks what of which device. `kept`: for a device that is away or silent. */
export type Asking<P> = {
  device: Pick<SeenDevice, 'deviceKey' | 'deviceId'>;
  userName: string;
  payload: P;
  kept: boolean;
  /** The batch that it belongs to. */
  batchId?: number;
};
/** How an order stands when its asker is answered: see `orderResults` of the contract. */
export type Asked = { result: OrderResult; order: StoredOrder };

/** The orders of one kind, for the room whose kind it is. */
export type OrderDesk<P> = {
  /**
   * Resolves when the device has answered, or when it is known that it does not for now. Rejects with AppError: `device_offline` for one
   * that is away where nothing is kept, `device_refused`, `device_unsupported` as it said, `limit_reached`.
   */
  ask(asking: Asking<P>): Promise<Asked>;
  /** Keeps it and resolves when it is written; it is sent when its turn comes. Rejects with `limit_reached`. */
  put(asking: Omit<Asking<P>, 'kept'>): Promise<StoredOrder>;
  /** As `put`, for a device that was just found not to answer: it is left in peace for a while. */
  putForSilent(asking: Omit<Asking<P>, 'kept'>): Promise<StoredOrder>;
  /** The device did not answer, and is not asked before a pause is over. */
  isSilent(deviceKey: number): boolean;
  /** What waits for a device, oldest first. */
  waiting(deviceKey: number): Promise<P[]>;
  /** The newest order of each device in a batch. */
  ofBatch(batchId: number): Promise<StoredOrder[]>;
  /** What came to nothing for these devices in a batch is none of its any more: they can be told again. */
  leaveBatch(batchId: number, deviceKeys: readonly number[]): Promise<void>;
  countsOfBatches(batchIds: readonly number[]): Promise<BatchCount[]>;
  /** What came later of an order that is done, where its message is still `before`. */
  tellMore(orderId: number, before: string, message: string): Promise<void>;
  /** The same of all orders of the kind: what a server that ended was waiting for. */
  tellMoreOfAll(before: string, message: string): Promise<void>;
  /** False where it cannot be taken back any more. */
  cancel(order: StoredOrder, userName: string): Promise<boolean>;
};

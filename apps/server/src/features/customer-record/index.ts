// The door of customer records: the list of those of the devices that somebody sees, and saving one. Personal data: nothing of a record is
// logged, and the access log says only whose it is.
import { AppError, type CustomerRecord, postCustomerRecords, putCustomerRecord } from '@outrider/contract';
import type { Caller, Devices } from '../../kernel/access/access.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Database } from '../../kernel/storage/db.ts';
import { NEVER_CHANGED, saveVersioned } from '../../kernel/storage/version.ts';
import { type CallHandler, handle } from '../../kernel/web/http.ts';
import { createCustomerStore, type StoredCustomer } from './store.ts';

export type CustomerRecordKit = {
  db: Database;
  clock: Clock;
  devices: Devices & {
    /** The registered devices a caller may see. */
    visible(caller: Caller): { key: number; id: string }[];
  };
  /** Whether this deployment has customer records at all. */
  offered: boolean;
};

export type CustomerRecordFeature = {
  calls: CallHandler[];
  forgetDevices(deviceKeys: readonly number[]): Promise<void>;
};

type Fields = Omit<CustomerRecord, 'deviceid' | 'updatetime'>;

const fieldsOf = ({ dealer, customer, salesman, address, phone, mail, follow, memo }: Fields): Fields => ({
  dealer,
  customer,
  salesman,
  address,
  phone,
  mail,
  follow,
  memo,
});

const NOBODY: Fields = {
  dealer: '',
  customer: '',
  salesman: '',
  address: '',
  phone: '',
  mail: '',
  follow: false,
  memo: '',
};

const recordOf = (deviceid: string, stored: StoredCustomer): CustomerRecord => ({
  deviceid,
  ...fieldsOf(stored),
  updatetime: stored.updatedMs,
});

export const customerRecordFeature = ({ db, clock, devices, offered }: CustomerRecordKit): CustomerRecordFeature => {
  const store = createCustomerStore(db);
  const assertOffered = (): void => {
    if (!offered) throw new AppError('not_found', 'Customer records are not offered here.');
  };
  const list = async (caller: Caller): Promise<CustomerRecord[]> => {
    const byDevice = new Map((await store.readAll()).map((stored) => [stored.deviceKey, stored]));
    return devices.visible(caller).flatMap(({ key, id }) => {
      const stored = byDevice.get(key);
      return stored === undefined ? [] : [recordOf(id, stored)];
    });
  };
  return {
    calls: [
      handle(postCustomerRecords, async (caller) => {
        assertOffered();
        return list(caller);
      }),
      handle(putCustomerRecord, async (caller, { dkcustomer: sent, updatetime }, { note }) => {
        assertOffered();
        note?.({ deviceId: sent.deviceid });
        const { deviceKey } = devices.seen(caller, sent.deviceid);
        await saveVersioned({
          edit: { by: caller.userName, seenMs: updatetime },
          nowMs: clock.now(),
          async read() {
            const now = await store.read(deviceKey);
            const { follow, ...texts } = fieldsOf(now ?? NOBODY);
            const present = { dkcustomer: { deviceid: sent.deviceid, ...texts, follow: follow ? 1 : 0 } };
            return { version: now ?? NEVER_CHANGED, present };
          },
          write: (version, { updatedMs }) => store.write({ deviceKey, ...fieldsOf(sent), ...version }, updatedMs),
        });
        return list(caller);
      }),
    ],
    forgetDevices: (deviceKeys) => store.removeDevices(deviceKeys),
  };
};

// Customer records, on both databases.
import assert from 'node:assert/strict';
import { eachStore } from '../../adapters/test-stores.ts';
import { createCustomerStore, type StoredCustomer } from './store.ts';

eachStore(
  'customer records: one of each device, written over its own version only, gone with the device',
  async (_t, { db }) => {
    const store = createCustomerStore(db);
    const record = (deviceKey: number, customer: string, updatedMs: number): StoredCustomer => ({
      deviceKey,
      dealer: '經銷商',
      customer,
      salesman: '',
      address: '',
      phone: '',
      mail: '',
      follow: true,
      memo: '',
      updatedMs,
      updatedBy: 'admin',
    });
    assert.equal(await store.write(record(2, 'a', 1000), 0), true);
    assert.equal(await store.write(record(1, 'b', 1000), 0), true);
    assert.equal(await store.write(record(2, 'c', 2000), 0), false, 'somebody was faster');
    assert.equal(await store.write(record(2, 'd', 2000), 1000), true);
    assert.deepEqual(await store.readAll(), [record(1, 'b', 1000), record(2, 'd', 2000)]);
    await store.removeDevices([1, 9]);
    assert.deepEqual([await store.read(1), await store.read(2)], [undefined, record(2, 'd', 2000)]);
  },
);

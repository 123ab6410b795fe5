// The customer records of the fleet, where the deployment has them: one answer for every cell, and who may see it.
import { postCustomerRecords, type CustomerRecord } from '@outrider/contract';
import { useCall } from '../../../lib/calls.ts';
import { deployment } from '../../../lib/deployment.ts';
import { useMay } from '../../../live/session.ts';

/** Somebody else may have changed one. */
const REFRESH_MS = 60_000;

const byDevice = new WeakMap<readonly CustomerRecord[], ReadonlyMap<string, CustomerRecord>>();
/** Made once of each answer, however many cells look into it. */
const recordsOf = (answer: readonly CustomerRecord[]): ReadonlyMap<string, CustomerRecord> => {
  const known = byDevice.get(answer) ?? new Map(answer.map((record) => [record.deviceid, record]));
  byDevice.set(answer, known);
  return known;
};

export const noRecord = (deviceid: string): CustomerRecord => ({
  deviceid,
  dealer: '',
  customer: '',
  salesman: '',
  address: '',
  phone: '',
  mail: '',
  follow: false,
  memo: '',
  updatetime: 0,
});

/** Whether this account has to do with customer records. */
export const useHasCustomers = (): boolean => useMay('level-1') && deployment.customerRecords;

/** An empty one for a device that has none; undefined until they are known. */
export const useCustomer = (id: string): CustomerRecord | undefined => {
  const enabled = useHasCustomers();
  const { data } = useCall(postCustomerRecords, {}, { refetchMs: REFRESH_MS, enabled });
  return data && (recordsOf(data).get(id) ?? noRecord(id));
};

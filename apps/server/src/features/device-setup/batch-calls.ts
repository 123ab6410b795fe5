// Calls of batches: each value needs its right, each device must be seen, a batch belongs to who made it.
import { getBatchDevices, getParameterBatches, postParameterBatch, putParameterBatch } from '@outrider/contract';
import type { Access, Caller, Devices } from '../../kernel/access/access.ts';
import { type CallHandler, handle } from '../../kernel/web/http.ts';
import type { BatchSight, ParameterBatches } from './batches.ts';
import { assertMaySet, loggedValues, ownOf } from './value-rights.ts';

type Kit = { batches: ParameterBatches; devices: Devices; access: Pick<Access, 'maySee'> };

export const batchCalls = ({ batches, devices, access }: Kit): CallHandler[] => {
  const sightOf = (caller: Caller): BatchSight => ({ caller, sees: (key) => access.maySee(caller, key) });
  return [
    handle(getParameterBatches, async (caller) =>
      (await batches.list(caller)).map((batch) => ({ ...batch, deviceParams: ownOf(caller, batch.deviceParams) })),
    ),
    handle(getBatchDevices, (caller, { batchid }) => batches.devices(sightOf(caller), batchid)),
    handle(postParameterBatch, async (caller, { deviceids, deviceParams, memo }, { note }) => {
      const chosen = deviceids.map((id) => devices.seen(caller, id));
      assertMaySet(caller, Object.keys(deviceParams));
      note?.({ before: { deviceParams: loggedValues(deviceParams) } });
      const batchid = await batches.add(caller, { sheet: deviceParams, memo }, chosen);
      return { hasError: 0 as const, message: 'Success', batchid };
    }),
    handle(putParameterBatch, async (caller, { batchid, action }) => {
      const { sheet } = await batches.find(caller, batchid);
      if (action === 'retry') assertMaySet(caller, Object.keys(sheet));
      const count = await batches[action](sightOf(caller), batchid);
      return { hasError: 0 as const, message: 'Success', count };
    }),
  ];
};

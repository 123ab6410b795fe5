// Plans of who is told of which event: saved and listed, and followed for each event that is stored.
import { pushPlanValues, realtimePlanValues } from '@outrider/contract';
import { Plans, type PlansKit } from '../../kernel/plans.ts';
import { notifyPlanCalls } from './calls.ts';
import { createNotifyPlanStore } from './store.ts';
import { Teller, type TellerKit } from './teller.ts';

export type NotifyPlanKit = Omit<TellerKit, 'store' | 'push' | 'realtime'> & PlansKit;

export const notifyPlanFeature = async (kit: NotifyPlanKit) => {
  const store = createNotifyPlanStore(kit.db);
  const push = new Plans(kit, { store: store.plans('push'), values: pushPlanValues });
  const realtime = new Plans(kit, { store: store.plans('realtime'), values: realtimePlanValues });
  const read = async (): Promise<void> => {
    await push.read();
    await realtime.read();
  };
  await read();
  const teller = new Teller({ ...kit, store, push, realtime });
  teller.look();
  return {
    calls: notifyPlanCalls({ push, realtime, refusal: (address) => kit.pushes.refusal(address) }),
    metrics: () => ({
      notices_dropped_total: teller.counts.dropped,
      notices_held_total: teller.counts.held,
      notices_too_old_total: teller.counts.tooOld,
    }),
    reload: read,
    async forgetDevices(deviceKeys: readonly number[]): Promise<void> {
      await store.removeDevices(deviceKeys);
      await read();
    },
    async close(): Promise<void> {
      await teller.close();
      await push.close();
      await realtime.close();
    },
  };
};

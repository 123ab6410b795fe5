// What goes with something that is deleted: the protection with a task, the tasks' footage with everything of a device.
import type { Bus } from '../../kernel/bus.ts';
import type { Log } from '../../kernel/log.ts';
import type { Footage } from '../remote-playback/index.ts';
import type { Executor } from './executor.ts';
import type { CustomEventStore, StoredRequest } from './store.ts';

/** Longer than a segment, which reaches over the edge of a span into what another task wants. */
const NEAR_MS = 3_600_000;

/** Lifts what a task that is gone protected, but for what another one of its device wants. */
export const release = async (store: CustomEventStore, footage: Footage, request: StoredRequest): Promise<void> => {
  const { deviceKey, audio, startMs, endMs } = request;
  const near = await store.touching(deviceKey, startMs - NEAR_MS, endMs + NEAR_MS);
  const others = near.filter((other) => other.audio === audio);
  for (const channel of request.channels) {
    const wanted = others.filter(({ channels }) => channels.includes(channel));
    for (const stream of ['main', 'sub'] as const)
      // oxlint-disable-next-line no-await-in-loop -- in the background of everything else
      await footage.release({ deviceKey, channel, stream, audio }, startMs, endMs, wanted);
  }
};

export type FollowingKit = { bus: Bus; log: Log; store: CustomEventStore; executor: Executor };

/** Until it is called off, tasks follow when everything of their device is deleted. */
export const followDeletions = ({ bus, log, store, executor }: FollowingKit): (() => void) =>
  bus.subscribe('recordings.deleted', ({ deviceKey, userName, everything }) => {
    if (!everything) return;
    const message = `The recordings of this device were deleted by ${userName}.`;
    executor
      .deleted(deviceKey, message)
      .then(() => store.forgetFootage(deviceKey, message))
      .catch((err: unknown) => log.error('custom events keep footage that was deleted', { deviceKey, err }));
  });

// Forgets old events, by when they were received: device clocks are wrong. Serial numbers rise with that, so the oldest come first; among
// them stand those that were received while the server's own clock was ahead.
import type { Clock } from '../../kernel/clock.ts';
import { forgetInSteps } from '../../kernel/storage/forget.ts';
import type { DeviceChoice, EventStore } from './store.ts';

/** What files say of the events they belong to. */
export type EventFiles = {
  /** Those of these events that have a protected file. */
  protectedOf(serialnos: readonly number[]): Promise<readonly number[]>;
  /** The files of these events belong to none from now on; they stay for their own days. */
  unlink(serialnos: readonly number[]): Promise<void>;
};

export type ForgetEventsKit = {
  clock: Pick<Clock, 'now' | 'monotonic'>;
  store: Pick<EventStore, 'received' | 'remove'>;
  files: EventFiles;
  /** Of which devices; of all without it. */
  of?: DeviceChoice;
};

/** Gives how many went. What is protected is passed over, and looked at again the next time. */
export const forgetEvents = async (
  { clock, store, files, of }: ForgetEventsKit,
  beforeMs: number,
  goesOn: () => boolean,
): Promise<number> => {
  const nowMs = clock.now();
  let [after, gone] = [0, 0];
  await forgetInSteps(
    clock,
    async (limit) => {
      const rows = await store.received(after, limit, of);
      const old = rows.filter(({ receivedMs }) => receivedMs < beforeMs).map(({ serialno }) => serialno);
      // What follows is younger. Of one that is said to come yet that says nothing.
      if (old.length === 0 && rows.some(({ receivedMs }) => receivedMs <= nowMs)) return 0;
      after = rows.at(-1)?.serialno ?? after;
      if (old.length === 0) return rows.length;
      const kept = new Set(await files.protectedOf(old));
      const free = old.filter((serialno) => !kept.has(serialno));
      // The links first: a kill in between leaves an event that goes the next time, not a file of an event that is not there.
      await files.unlink(free);
      await store.remove(free);
      gone += free.length;
      return rows.length;
    },
    goesOn,
  );
  return gone;
};

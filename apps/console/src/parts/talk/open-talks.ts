// How many talks and broadcasts of this page are open: anyone who speaks is at work, with no hand on the machine.
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { StoreApi } from 'zustand/vanilla';
import type { Stop } from '../../lib/time.ts';
import { isActive } from './talk-status.ts';
import type { TalkStatus } from './talk-status.ts';

const openTalks = createStore<ReadonlySet<object>>(() => new Set());

/** Counts a talk from now until it is over, or until the given function is called. */
export const countTalk = (status: StoreApi<TalkStatus>): Stop => {
  const note = (active: boolean): void => {
    const open = openTalks.getState();
    if (open.has(status) === active) return;
    const others = [...open].filter((each) => each !== status);
    openTalks.setState(new Set(active ? [...others, status] : others), true);
  };
  note(isActive(status.getState()));
  const unsubscribe = status.subscribe((now) => note(isActive(now)));
  return () => {
    unsubscribe();
    note(false);
  };
};

/** Whether anybody talks from this page. */
export const useTalkOpen = (): boolean => useStore(openTalks, (open) => open.size > 0);

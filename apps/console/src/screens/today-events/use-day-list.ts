// The list of the day as component state: asked again every ten seconds while the screen is there.
import { AppError, postEventQuery } from '@outrider/contract';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { send } from '../../lib/send.ts';
import { noToast } from '../../lib/refusals.ts';
import { systemClock } from '../../lib/time.ts';
import { DayList, type DayState } from '../../parts/event-list/day-list.ts';
import type { Patch } from '../../parts/event-list/use-edits.ts';

const makeList = (): DayList =>
  new DayList({
    clock: systemClock,
    ask: async (question, signal) => {
      const reply = await send(postEventQuery, question, signal);
      if (!Array.isArray(reply)) throw new AppError('internal', reply.message);
      return reply;
    },
    failed: noToast, // nobody asked: the screen says it
  });

export const useDayList = (): DayState & { patch: Patch; again: () => void } => {
  const [list] = useState(makeList);
  useEffect(() => list.start(), [list]);
  const state = useSyncExternalStore(list.subscribe, () => list.state);
  const [acts] = useState(() => ({
    patch: (serialno: number, fields: Parameters<Patch>[1]) => list.patch(serialno, fields),
    again: () => list.refresh(),
  }));
  return { ...state, ...acts };
};

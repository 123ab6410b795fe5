// The state of the mileage report: what is chosen, what was asked, how far the server is, what came. Asks again until it is worked out.
import { type MileageRow, postMileageQuery } from '@outrider/contract';
import { useEffect, useRef, useState } from 'react';
import { send } from '../../lib/send.ts';
import { systemClock, zoneName } from '../../lib/time.ts';
import { spanOf } from '../../parts/log-search/day-span.ts';
import type { DayRange } from '../../ui/day-range.tsx';

/** What was asked for: '' is all vehicles. */
export type MileageQuestion = { device: string; range: DayRange };
export type MileageAnswer =
  | { kind: 'none' }
  | { kind: 'working'; done: number; total: number }
  | { kind: 'failed'; error: Error }
  | { kind: 'rows'; rows: readonly MileageRow[]; question: MileageQuestion };

const ASK_AGAIN_MS = 1000;

const pause = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const stop = systemClock.after(ASK_AGAIN_MS, resolve);
    signal.addEventListener('abort', () => {
      stop();
      resolve();
    });
  });

/** One device over several days is told day by day. */
const inputOf = ({ device, range }: MileageQuestion) => {
  const span = spanOf(range);
  if (span === undefined) return undefined;
  return {
    afterTime: span.afterUpdatetime,
    // The last second of the last day.
    beforeTime: span.beforeUpdatetime - 1000,
    ...(device === '' ? {} : { deviceid: device }),
    ...(device !== '' && range.first !== range.last ? { zone: zoneName() } : {}),
    progress: true,
  };
};

export type Mileage = {
  answer: MileageAnswer;
  ask: (question: MileageQuestion) => void;
  cancel: () => void;
};

export const useMileage = (): Mileage => {
  const [answer, setAnswer] = useState<MileageAnswer>({ kind: 'none' });
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const follow = async (question: MileageQuestion, { signal }: AbortController): Promise<void> => {
    const input = inputOf(question);
    if (input === undefined) return;
    while (!signal.aborted) {
      // oxlint-disable-next-line no-await-in-loop -- asked again after each answer that is none yet
      const reply = await send(postMileageQuery, input, signal);
      if (signal.aborted) return;
      if (Array.isArray(reply)) {
        setAnswer({ kind: 'rows', rows: reply, question });
        return;
      }
      if ('done' in reply) setAnswer({ kind: 'working', done: reply.done, total: reply.total });
      // oxlint-disable-next-line no-await-in-loop
      await pause(signal);
    }
  };

  return {
    answer,
    ask: (question) => {
      running.current?.abort();
      const asking = new AbortController();
      running.current = asking;
      setAnswer({ kind: 'working', done: 0, total: 0 });
      follow(question, asking).catch((error: unknown) => {
        if (!asking.signal.aborted && error instanceof Error) setAnswer({ kind: 'failed', error });
      });
    },
    cancel: () => {
      running.current?.abort();
      setAnswer({ kind: 'none' });
    },
  };
};

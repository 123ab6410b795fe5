// The state of a log search: the chosen days, and the question that was last asked. Typing asks nothing; the button does.
import type { Call, InputOf, ReplyOf } from '@outrider/contract';
import type { UseQueryResult } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useCall } from '../../lib/calls.ts';
import type { DayRange } from '../../ui/day-range.tsx';
import { spanOf } from './day-span.ts';

export type LogQuery<Row> = {
  readonly range: DayRange;
  readonly setRange: (range: DayRange) => void;
  /** The days of the question that is answered; undefined where nothing was asked. */
  readonly asked: DayRange | undefined;
  readonly ask: () => void;
  readonly answer: Pick<UseQueryResult<readonly Row[]>, 'error' | 'isFetching' | 'data'>;
};

/** `input` makes the call's input of the span; what is typed later counts with the next question. `rowsOf` stays the same function. */
export const useLogQuery = <C extends Call, Row>(
  call: C,
  input: (span: { afterUpdatetime: number; beforeUpdatetime: number }) => InputOf<C>,
  rowsOf: (reply: ReplyOf<C>) => readonly Row[],
): LogQuery<Row> => {
  const [range, setRange] = useState<DayRange>({ first: '', last: '' });
  const [asked, setAsked] = useState<{ input: InputOf<C>; range: DayRange }>();
  const nothing = input({ afterUpdatetime: 0, beforeUpdatetime: 0 });
  const { error, isFetching, data, refetch } = useCall(call, asked?.input ?? nothing, {
    enabled: asked !== undefined,
    byHand: true,
  });
  // Made again for another answer only: a table sorts its rows when they change.
  const rows = useMemo(() => (data === undefined ? undefined : rowsOf(data)), [data, rowsOf]);
  return {
    range,
    setRange,
    asked: asked?.range,
    ask: () => {
      const span = spanOf(range);
      if (span === undefined) return;
      const next = input(span);
      // The same question again: what happened in the meantime counts.
      if (asked !== undefined && JSON.stringify(asked.input) === JSON.stringify(next)) void refetch();
      else setAsked({ input: next, range });
    },
    answer: { error, isFetching, data: rows },
  };
};

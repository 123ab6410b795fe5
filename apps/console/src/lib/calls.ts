// Contract calls as queries and saves of React Query. A query's key is its call and input, so every screen shares the answer.
import { hashKey, keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { UseMutationResult, UseQueryResult } from '@tanstack/react-query';
import type { Call, InputOf, ReplyOf } from '@outrider/contract';
import { useMemo, useState } from 'react';
import { send } from './send.ts';

type AskOptions = { refetchMs?: number; enabled?: boolean; keep?: boolean; byHand?: boolean };

const keyOf = (call: Call, input: unknown): readonly unknown[] => [call.method, call.path, input];

/**
 * Asks a call and keeps the answer; `refetchMs` asks again by itself while the page is seen; `keep` shows
 * the answer to the last question until this one is answered; `byHand`: a button asks, and nothing else asks again.
 */
export const useCall = <C extends Call>(
  call: C,
  input: InputOf<C>,
  options: AskOptions = {},
): UseQueryResult<ReplyOf<C>> =>
  useQuery({
    queryKey: keyOf(call, input),
    queryFn: ({ signal }) => send(call, input, signal),
    enabled: options.enabled ?? true,
    refetchInterval: options.refetchMs ?? false,
    ...(options.keep === true ? { placeholderData: keepPreviousData } : {}),
    ...(options.byHand === true ? { refetchOnWindowFocus: false, refetchOnReconnect: false } : {}),
  });

/**
 * Asks a call when its screen opens, also where a screen before it has just asked the same, and gives no other answer: a form keeps what it
 * begins with.
 */
export const useFreshCall = <C extends Call>(
  call: C,
  input: InputOf<C>,
): Pick<UseQueryResult<ReplyOf<C>>, 'data' | 'error' | 'refetch'> => {
  const client = useQueryClient();
  const queryKey = keyOf(call, input);
  const name = hashKey(queryKey);
  const answers = (): number => client.getQueryState(queryKey)?.dataUpdateCount ?? 0;
  const [began, setBegan] = useState(() => ({ name, answers: answers() }));
  if (began.name !== name) setBegan({ name, answers: answers() });
  const { data, error, refetch, isFetchedAfterMount } = useQuery({
    queryKey,
    queryFn: ({ signal }) => send(call, input, signal),
    refetchOnMount: 'always',
  });
  // A question that failed makes no fresh answer of an old one. Of the same answer as before only `isFetchedAfterMount` draws this once more.
  const isFresh = isFetchedAfterMount && answers() !== began.answers;
  return { data: isFresh ? data : undefined, error, refetch };
};

/** Saves with a call; afterwards the answers of `stale` are asked again, so the screen shows what the server holds. */
export const useSave = <C extends Call>(
  call: C,
  stale: readonly Call[] = [],
): UseMutationResult<ReplyOf<C>, Error, InputOf<C>> => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: InputOf<C>) => send(call, input),
    onSettled: (_reply, error) => {
      const again = Promise.all(stale.map((s) => client.invalidateQueries({ queryKey: [s.method, s.path] })));
      return error === null ? again : undefined; // a refusal is not held back until the answers are there
    },
  });
};

/**
 * The kept answer to a question, for what is told of it otherwise: changed as it stands, or asked again. A change that is told while the
 * answer is on its way may be missing in it: then it is asked again.
 */
export const useKept = <C extends Call>(call: C, input: InputOf<C>) => {
  const client = useQueryClient();
  return useMemo(() => {
    const queryKey = keyOf(call, input);
    const again = (): void => void client.invalidateQueries({ queryKey });
    return {
      again,
      change: (next: (before: ReplyOf<C>) => ReplyOf<C>): void => {
        client.setQueryData<ReplyOf<C>>(queryKey, (before) => (before === undefined ? before : next(before)));
        if (client.getQueryState(queryKey)?.fetchStatus === 'fetching') again();
      },
    };
  }, [client, call, input]);
};

// Contract calls as queries and saves of React Query. A query's key is its call and input, so every screen shares the answer.
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { UseMutationResult, UseQueryResult } from '@tanstack/react-query';
import type { Call, InputOf, ReplyOf } from '@outrider/contract';
import { send } from './send.ts';

type AskOptions = { refetchMs?: number; enabled?: boolean; keep?: boolean };

const keyOf = (call: Call, input: unknown): readonly unknown[] => [call.method, call.path, input];

/**
 * Asks a call and keeps the answer; `refetchMs` asks again by itself while the page is seen; `keep` shows
 * the answer to the last question until this one is answered.
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
  });

/** Saves with a call; afterwards the answers of `stale` are asked again, so the screen shows what the server holds. */
export const useSave = <C extends Call>(
  call: C,
  stale: readonly Call[] = [],
): UseMutationResult<ReplyOf<C>, Error, InputOf<C>> => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: InputOf<C>) => send(call, input),
    onSettled: () => Promise.all(stale.map((s) => client.invalidateQueries({ queryKey: [s.method, s.path] }))),
  });
};

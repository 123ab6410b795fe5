// The record list of a device and day: asked of the device, so it is asked once and not again by itself. Not: what is shown of it
// (spans.ts).
import { postRecordList } from '@outrider/contract';
import type { ReplyOf } from '@outrider/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { dayDate } from '../../lib/local-moment.ts';
import { send } from '../../lib/send.ts';
import { systemClock } from '../../lib/time.ts';
import { dayOf } from '../record-timeline/time-view.ts';
import type { TimeView } from '../record-timeline/time-view.ts';

export type RecordListReply = ReplyOf<typeof postRecordList>;

export type RecordList = {
  /** cancelled: the operator did not want to wait. */
  readonly state: 'asking' | 'cancelled' | 'failed' | 'done';
  readonly reply: RecordListReply | undefined;
  readonly error: Error | undefined;
  /** What was asked for; what is still to come is not. */
  readonly asked: TimeView;
  /** Asks the device again. */
  readonly again: () => void;
  readonly cancel: () => void;
};

/** So long an answer is good without asking again, when the operator comes back to it. */
const FRESH_MS = 60_000;

/** The whole local day as far as it is over. */
const askedOf = (day: string): TimeView => {
  const now = systemClock.now();
  const { fromMs, toMs } = dayOf(dayDate(day)?.getTime() ?? now);
  return { fromMs, toMs: Math.min(toMs, Math.ceil(now / 60_000) * 60_000) };
};

const stateOf = (pending: boolean, fetching: boolean, error: unknown): RecordList['state'] => {
  if (fetching) return 'asking';
  if (error !== null) return 'failed';
  return pending ? 'cancelled' : 'done';
};

/** `wanted` false: the device is not asked, the list is empty. */
export const useRecordList = (deviceId: string, day: string, wanted = true): RecordList => {
  const client = useQueryClient();
  const fresh = useRef(false);
  const queryKey = ['POST', postRecordList.path, deviceId, day];
  const { data, error, isPending, isFetching, refetch } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const asked = askedOf(day);
      const again = fresh.current ? { fresh: true } : {};
      fresh.current = false;
      const input = { deviceid: deviceId, from: asked.fromMs, to: asked.toMs, ...again };
      return { asked, reply: await send(postRecordList, input, signal) };
    },
    enabled: wanted,
    retry: false,
    staleTime: FRESH_MS,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  return {
    state: stateOf(isPending, isFetching, error),
    reply: data?.reply,
    error: error ?? undefined,
    asked: data?.asked ?? askedOf(day),
    again: () => {
      fresh.current = true;
      void refetch();
    },
    cancel: () => void client.cancelQueries({ queryKey }),
  };
};

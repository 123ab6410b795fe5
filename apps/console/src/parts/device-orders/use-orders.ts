// Orders to one device or to all, newest first and page by page, asked again while somebody looks: sooner while one of them is open.
import { getDeviceOrders, type DeviceOrder, MAX_ORDER_ROWS } from '@outrider/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isUploading } from './upload-controls.tsx';
import { useCall } from '../../lib/calls.ts';
import { send } from '../../lib/send.ts';

const REFETCH_MS = 10_000;
const SOON_MS = 2000;
/** A photo that was taken: its picture is on its way. */
const PICTURE_WITHIN_MS = 60_000;
const MOST_PAGES = 25;

export const isOpen = ({ state }: DeviceOrder): boolean => state === 'waiting' || state === 'sent';
/** A photo that was taken so short a while ago. */
export const isPhotoWithin = ({ kind, state, ended }: DeviceOrder, nowMs: number, withinMs: number): boolean =>
  kind === 'photo' && state === 'done' && ended !== null && nowMs - ended < withinMs;
const isAwaited = (order: DeviceOrder, nowMs: number): boolean =>
  isOpen(order) ||
  isUploading(order) ||
  (order.pictures.length === 0 && isPhotoWithin(order, nowMs, PICTURE_WITHIN_MS));

/** How soon to ask again after these. */
const useRefetch = () => {
  const [refetchMs, setRefetchMs] = useState(REFETCH_MS);
  const seen = (orders: readonly DeviceOrder[], nowMs: number): void => {
    const wantedMs = orders.some((order) => isAwaited(order, nowMs)) ? SOON_MS : REFETCH_MS;
    if (wantedMs !== refetchMs) setRefetchMs(wantedMs);
  };
  return { refetchMs, seen };
};

/** The newest of one device. */
export const useOrders = (deviceid: string) => {
  const { refetchMs, seen } = useRefetch();
  const answer = useCall(getDeviceOrders, { deviceid }, { refetchMs });
  seen(answer.data ?? [], answer.dataUpdatedAt);
  return answer;
};

/** Those of all devices. `older` asks for the next page below; undefined where there is none, or what it is doing. */
export const useAllOrders = () => {
  const { refetchMs, seen } = useRefetch();
  const asked = useInfiniteQuery({
    queryKey: [getDeviceOrders.method, getDeviceOrders.path, 'pages'],
    queryFn: ({ pageParam, signal }) =>
      send(getDeviceOrders, pageParam === undefined ? {} : { before: pageParam }, signal),
    initialPageParam: undefined as number | undefined, // oxlint-disable-line typescript/no-unsafe-type-assertion -- the type of what follows
    getNextPageParam: (last, pages) =>
      last.length < MAX_ORDER_ROWS || pages.length >= MOST_PAGES ? undefined : last.at(-1)?.id,
    refetchInterval: refetchMs,
  });
  const { data, dataUpdatedAt, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = asked;
  seen(data?.pages[0] ?? [], dataUpdatedAt);
  return {
    rows: data?.pages.flat(),
    error,
    refetch,
    older: hasNextPage ? { busy: isFetchingNextPage, ask: () => void fetchNextPage() } : undefined,
  };
};

// The newest orders, of one device or of all, asked again while somebody looks: sooner while one of them is open.
import { getDeviceOrders, type DeviceOrder } from '@outrider/contract';
import { useState } from 'react';
import { useCall } from '../../lib/calls.ts';

const REFETCH_MS = 10_000;
const SOON_MS = 2000;

export const isOpen = ({ state }: DeviceOrder): boolean => state === 'waiting' || state === 'sent';

export const useOrders = (deviceid?: string) => {
  const [refetchMs, setRefetchMs] = useState(REFETCH_MS);
  const answer = useCall(getDeviceOrders, deviceid === undefined ? {} : { deviceid }, { refetchMs });
  const wantedMs = answer.data?.some(isOpen) === true ? SOON_MS : REFETCH_MS;
  if (wantedMs !== refetchMs) setRefetchMs(wantedMs);
  return answer;
};

// The files of some events, asked again by itself: a picture may come a minute after its alarm.
import { useMemo } from 'react';
import { type DeviceFile, MAX_FILE_EVENTS, postDeviceFiles } from '@outrider/contract';
import { useCall } from '../../lib/calls.ts';
import { groupFiles } from './group-files.ts';

const REFETCH_MS = 5_000;

/** By the number of the event. At most the first `MAX_FILE_EVENTS` events are asked about. */
export const useEventFiles = (serialnos: readonly number[]): ReadonlyMap<number, readonly DeviceFile[]> => {
  const serialno = serialnos.slice(0, MAX_FILE_EVENTS);
  const { data } = useCall(
    postDeviceFiles,
    { serialno },
    { refetchMs: REFETCH_MS, enabled: serialno.length > 0, keep: true },
  );
  return useMemo(() => groupFiles(Array.isArray(data) ? data : []), [data]);
};

// The files of some events and how far asking for them is. The event socket says when to look again; only while it is away the server is
// asked now and then.
import { useEffect, useMemo } from 'react';
import { type DeviceFile, type FileRequest, MAX_FILE_EVENTS, postEventFiles } from '@outrider/contract';
import { useCall } from '../../lib/calls.ts';
import { fileHints, useFilesLive } from '../../live/file-hints.ts';
import { groupFiles } from './group-files.ts';

const REFETCH_MS = 5_000;

/** By the number of the event; events without are not in it. */
export type EventFiles = {
  files: ReadonlyMap<number, readonly DeviceFile[]>;
  requests: ReadonlyMap<number, FileRequest>;
  /** False until the server has answered. */
  told: boolean;
  /** Why it has not. */
  error: Error | null;
  retry: () => void;
};

/** At most the first `MAX_FILE_EVENTS` events are asked about. */
export const useEventFiles = (serialnos: readonly number[]): EventFiles => {
  const serialno = serialnos.slice(0, MAX_FILE_EVENTS);
  const asked = serialno.join(' ');
  const isLive = useFilesLive();
  const { data, error, refetch } = useCall(
    postEventFiles,
    { serialno },
    { ...(isLive ? {} : { refetchMs: REFETCH_MS }), enabled: serialno.length > 0, keep: true },
  );
  useEffect(() => {
    const shown = asked === '' ? [] : asked.split(' ').map(Number);
    return fileHints.subscribe((changed) => {
      if (shown.some((each) => changed === 'all' || changed.has(each))) void refetch();
    });
  }, [asked, refetch]);
  const found = useMemo(() => {
    const { files, requests } = data !== undefined && 'files' in data ? data : { files: [], requests: [] };
    return { files: groupFiles(files), requests: new Map(requests.map((request) => [request.serialno, request])) };
  }, [data]);
  return { ...found, told: data !== undefined, error, retry: () => void refetch() };
};

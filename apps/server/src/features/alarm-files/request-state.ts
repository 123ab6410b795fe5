// How far a request is, in the words of the contract: what the tables hold, joined with who is being asked at this moment. Pure.
import type { FileRequest as ShownRequest, FileRequestState } from '@outrider/contract';
import type { FileRequest, ListedFile } from './store.ts';

/** What is not in the tables. `connections` null: the device is not being asked for this alarm now. */
export type RightNow = {
  connections: number | null;
  /** Of files that are not on disk yet. */
  arrivingBytes: number;
  online: boolean;
  /** Devices are asked at all. */
  enabled: boolean;
};

export type RequestProgress = Omit<ShownRequest, 'deviceid'> & { deviceKey: number };

const stateOf = ({ state }: FileRequest, { connections }: RightNow): FileRequestState => {
  if (state === 'done') return 'done';
  if (state === 'given-up') return 'given-up';
  if (connections === null) return 'waiting';
  return connections > 0 ? 'receiving' : 'asked';
};

const sum = (files: readonly ListedFile[]): number => files.reduce((bytes, file) => bytes + file.bytes, 0);

export const progressOf = (request: FileRequest, files: readonly ListedFile[], now: RightNow): RequestProgress => {
  const state = stateOf(request, now);
  const kept = files.filter((file) => file.kept);
  const isOff = state === 'waiting' && !now.enabled;
  return {
    serialno: request.eventSerial,
    deviceKey: request.deviceKey,
    state,
    reason: isOff ? 'switched-off' : request.reason,
    online: now.online,
    announced: Math.max(request.announced, files.length),
    arrived: kept.length,
    size: sum(files),
    received: Math.min(sum(files), sum(kept) + now.arrivingBytes),
    tries: request.tries,
    lasttry: request.tries === 0 ? null : request.lastTryMs,
    nexttry: state === 'waiting' && !isOff ? request.nextTryMs : null,
  };
};

// From an event, its files and its plan to what is uploaded where. Pure.
import { readUploadTarget } from '@outrider/contract';
import type { WantedUpload } from './store.ts';

export type UploadPlan = { target: string; custompath: 0 | 1 | 2 };
export type UploadedEvent = { serialno: number; deviceKey: number; code: number; deviceMs: number };
type UploadedFile = { id: number; name: string };

const plainName = (text: string): string => text.replaceAll(/[^\w.-]+/g, '_').replace(/^\.+/, '');
const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** 0: all in one folder. 1: a folder for each device. 2: in it a folder for each day (UTC). */
const folderOf = (custompath: UploadPlan['custompath'], device: string, ms: number): string[] => {
  if (custompath === 0) return [];
  return custompath === 1 ? [device] : [device, dayOf(ms)];
};

export const uploadsOf = (
  { target, custompath }: UploadPlan,
  { serialno: eventSerial, deviceKey, code, deviceMs: eventMs }: UploadedEvent,
  files: readonly UploadedFile[],
  { deviceId, nowMs }: { deviceId: string; nowMs: number },
): WantedUpload[] => {
  const device = plainName(deviceId);
  const base = readUploadTarget(target)?.folder ?? '';
  const folder = folderOf(custompath, device, eventMs);
  return files.map(({ id: fileId, name: fileName }) => ({
    fileId,
    eventSerial,
    deviceKey,
    code,
    eventMs,
    target,
    fileName,
    remotePath: [base, ...folder, `${device}_${eventSerial}_${plainName(fileName)}`]
      .filter((part) => part !== '')
      .join('/'),
    addedMs: nowMs,
  }));
};

// HTTP calls of devices.
import {
  AppError,
  device as deviceSchema,
  getWaitingRecorders,
  postAllowAgain,
  postDevice,
  postDeviceImport,
  putDeviceZone,
  type WaitingRecorder,
} from '@outrider/contract';
import { handle, type CallHandler } from '../../kernel/web/http.ts';
import { DeviceImport } from './import.ts';
import { deviceWire } from './record.ts';
import type { Log } from '../../kernel/log.ts';
import type { DeviceDirectory } from './directory.ts';
import type { DeviceService } from './service.ts';
import type { WaitingTerminal } from './readmission.ts';

const waitingWire = (directory: DeviceDirectory, entry: WaitingTerminal): WaitingRecorder => {
  const device = directory.byTerminal(entry.terminalId);
  return {
    id: entry.id,
    deviceid: device?.id ?? entry.terminalId,
    terminal: entry.terminalId,
    address: entry.address,
    plate: entry.plate,
    maker: entry.manufacturer,
    model: entry.model,
    hardware: entry.hardwareId,
    known: { maker: device?.manufacturer ?? '', model: device?.model ?? '', hardware: device?.hardwareId ?? '' },
    first: entry.firstMs,
    last: entry.lastMs,
    attempts: entry.attempts,
    alloweduntil: entry.allowedUntilMs,
  };
};

export type DeviceCallKit = { service: DeviceService; directory: DeviceDirectory; log: Log };

/** The access log names devices up to so many characters. */
const MAX_NAMED = 500;

export const deviceCalls = ({ service, directory, log }: DeviceCallKit): CallHandler[] => [
  handle(getWaitingRecorders, () => ({
    waiting: directory.waiting.list().map((entry) => waitingWire(directory, entry)),
  })),
  handle(postAllowAgain, async ({ userName }, { id }) => {
    const entry = await directory.allowAgain(id, userName);
    if (entry === undefined) throw new AppError('not_found', 'This recorder does not wait any more');
    const { terminalId, address, manufacturer, model, hardwareId } = entry;
    log.info('recorder allowed again', { userName, terminalId, address, manufacturer, model, hardwareId });
    return waitingWire(directory, entry);
  }),
  handle(postDevice, (caller, { deviceid }) => {
    try {
      const found = deviceSchema.parse(deviceWire(service.one(caller, deviceid)));
      return { ...found, channel: found.chn_count };
    } catch (error) {
      if (error instanceof AppError) return { hasError: 1 as const, message: error.message };
      throw error;
    }
  }),
  handle(postDeviceImport, async ({ userName }, { lines, save }, { note }) => {
    const { saved, outcomes } = await new DeviceImport({ directory, service }).run(userName, lines, save);
    if (saved !== undefined) note?.({ ...saved, deviceId: saved.deviceId.slice(0, MAX_NAMED) });
    return { saved: saved !== undefined, lines: outcomes };
  }),
  handle(putDeviceZone, async (caller, { deviceid, utcoffset, updatetime: seenMs }, { note }) => {
    note?.({ before: { utcoffset: service.one(caller, deviceid).utcOffsetMinutes } });
    const updatetime = await service.setZone(caller, deviceid, utcoffset, seenMs);
    return { hasError: 0 as const, message: 'Save Success', updatetime };
  }),
];

// HTTP calls of devices.
import { AppError, device as deviceSchema, postDevice } from '@outrider/contract';
import { handle, type CallHandler } from '../../kernel/http.ts';
import { deviceWire } from './record.ts';
import type { DeviceService } from './service.ts';

export const deviceCalls = (service: DeviceService): CallHandler[] => [
  handle(postDevice, (caller, { deviceid }) => {
    try {
      return deviceSchema.parse(deviceWire(service.one(caller, deviceid)));
    } catch (error) {
      if (error instanceof AppError) return { hasError: 1 as const, message: error.message };
      throw error;
    }
  }),
];

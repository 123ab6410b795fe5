// 0x0200: where the device is now. Answered after it is on disk.
import type { Handler } from '../handler.ts';
import { storePositions } from './store-positions.ts';

export const locationReport: Handler = (connection, message) =>
  storePositions(connection, message, [message.body], false);

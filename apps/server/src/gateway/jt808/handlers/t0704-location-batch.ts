// 0x0704: positions in one message, type 1 from a dead zone. Answered after all of them are on disk.
import { GENERAL_RESULT, splitLocationBatch } from '@outrider/jt808';
import type { Handler } from '../handler.ts';
import { storePositions } from './store-positions.ts';

const BLIND_AREA = 1;

export const locationBatch: Handler = (connection, message) => {
  const { type, bodies } = splitLocationBatch(message.body);
  if (bodies.length === 0) connection.answerWhole(message, GENERAL_RESULT.done);
  else storePositions(connection, message, bodies, type === BLIND_AREA);
};

// 0x0704: positions in one message, type 1 from a dead zone. Answered after all of them are on disk.
import { GENERAL_RESULT, splitLocationBatch } from '@outrider/jt808';
import type { Handler } from '../handler.ts';
import { storePositions } from './store-positions.ts';

const BLIND_AREA = 1;
/** As many as the head of the message can count. Parts joined may hold four times that, which their own head denies. */
const MAX_POSITIONS = 65_535;

export const locationBatch: Handler = (connection, message) => {
  const { type, bodies, more } = splitLocationBatch(message.body, MAX_POSITIONS);
  if (more === true) {
    connection.kit.log.warn('batch of too many positions, refused', {
      terminalId: connection.terminalId,
      most: MAX_POSITIONS,
      bytes: message.body.length,
    });
    connection.forgetParts(message.header); // else what is repeated of it counts as received
    connection.answerWhole(message, GENERAL_RESULT.notSupported);
  } else if (bodies.length === 0) connection.answerWhole(message, GENERAL_RESULT.done);
  else storePositions(connection, message, bodies, type === BLIND_AREA);
};

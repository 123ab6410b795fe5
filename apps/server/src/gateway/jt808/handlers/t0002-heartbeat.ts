// 0x0002: the device is alive. Content, which some devices add, is ignored.
import { GENERAL_RESULT } from '@outrider/jt808';
import type { Handler } from '../handler.ts';

export const heartbeat: Handler = (connection, { header }) => {
  connection.heartbeat();
  connection.answer(header, GENERAL_RESULT.done);
};

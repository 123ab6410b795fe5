// 0x0004 (2019): the device asks for the time; 0x8004 says it in UTC (section 10.5).
import { p8004TimeReply } from '@outrider/jt808';
import type { Handler } from '../handler.ts';

export const timeRequest: Handler = (connection) => {
  connection.send(p8004TimeReply, { timeUtc: connection.kit.clock.now() });
};

// 0x0001: the device answers a command of ours. Never answered.
import { t0001GeneralReply } from '@outrider/jt808';
import type { Handler } from '../handler.ts';

export const generalReply: Handler = (connection, { body }) => {
  const { replySerial, replyId, result } = t0001GeneralReply.decode(body, connection.codec.edition);
  connection.lanes.generalReply(replySerial, replyId, result);
};

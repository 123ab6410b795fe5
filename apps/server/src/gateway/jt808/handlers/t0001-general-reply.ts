// 0x0001: the device answers a command of ours. Never answered.
import { p8108UpgradePacket, t0001GeneralReply } from '@outrider/jt808';
import type { Handler } from '../handler.ts';

export const generalReply: Handler = (connection, { body }) => {
  const { replySerial, replyId, result } = t0001GeneralReply.decode(body, connection.codec.edition);
  if (replyId === p8108UpgradePacket.id && connection.transfer?.answered(replySerial, result) === true) return;
  connection.lanes.generalReply(replySerial, replyId, result);
};

// 0x0700: data of the driving recorder. It answers a command of ours where one waits, and is kept either way.
import { t0700RecorderReply } from '@outrider/jt808';
import type { Handler } from '../handler.ts';
import { keepMessage } from './keep-message.ts';

const keep = keepMessage('recorder-data');

export const recorderData: Handler = (connection, message) => {
  const decoded = t0700RecorderReply.decode(message.body, connection.codec.edition);
  connection.lanes.dedicatedReply(message.header.messageId, decoded, decoded.replySerial);
  keep(connection, message);
};

// 0x1206: an upload to an FTP server is over. It is told to who began it, and kept either way.
import { t1206UploadFinished } from '@outrider/jt1078';
import type { Handler } from '../handler.ts';
import { keepMessage } from './keep-message.ts';

const keep = keepMessage('upload-result');

export const uploadFinished: Handler = (connection, message) => {
  const { replySerial, result } = t1206UploadFinished.decode(message.body, connection.codec.edition);
  connection.uploads.finished(replySerial, result);
  keep(connection, message);
};

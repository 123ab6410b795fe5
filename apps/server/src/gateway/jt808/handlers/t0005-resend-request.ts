// 0x0005 (2019): the device misses parts of a split message of ours; they are sent again byte for byte.
import { t0005ResendRequest } from '@outrider/jt808';
import type { Handler } from '../handler.ts';

export const resendRequest: Handler = (connection, { body }) => {
  const { firstSerial, packages } = t0005ResendRequest.decode(body, connection.codec.edition);
  if (connection.transfer?.asksFor(firstSerial, packages) === true) return;
  for (const frame of connection.codec.resend(firstSerial, packages)) connection.write(frame);
};

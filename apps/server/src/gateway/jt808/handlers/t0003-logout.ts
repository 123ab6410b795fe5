// 0x0003: the binding of terminal and vehicle ends; the device must register again.
import { GENERAL_RESULT } from '@outrider/jt808';
import type { Handler } from '../handler.ts';

export const logout: Handler = (connection, { header }) => {
  connection.answer(header, GENERAL_RESULT.done);
  if (connection.accepted !== null) connection.kit.directory.forget(connection.accepted.deviceKey);
  connection.close('logged out');
};

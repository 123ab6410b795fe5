// 0x0100: a terminal says who it is; 0x8100 gives it the code it authenticates with (sections 10.1 and 10.2).
import { p8100RegisterReply, registerEdition, t0100Register } from '@outrider/jt808';
import type { Handler } from '../handler.ts';

const results = { 'no-such-vehicle': 2, 'terminal-taken': 3, 'no-such-terminal': 4, 'wrong-code': 4 } as const;

export const register: Handler = (connection, { header, body }) => {
  const edition = registerEdition(body, connection.codec.edition);
  connection.codec.useEdition(edition === '2011' ? '2011' : null);
  const { plate, manufacturer, model } = t0100Register.decode(body, edition);
  const admission = connection.kit.directory.admit({
    terminalId: connection.terminalId,
    kind: 'register',
    authCode: '',
    plate,
    manufacturer,
    model,
    transport: connection.transport.kind,
    remoteAddress: connection.transport.remoteAddress,
  });
  if (admission.outcome === 'accepted') {
    connection.registered = admission;
    connection.send(p8100RegisterReply, { replySerial: header.serial, result: 0, authCode: admission.authCode });
    return;
  }
  connection.send(p8100RegisterReply, { replySerial: header.serial, result: results[admission.result] });
  connection.refused(admission.reason, `register, plate ${plate}`, body);
};

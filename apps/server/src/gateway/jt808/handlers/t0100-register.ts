// 0x0100: a terminal says who it is; 0x8100 gives it the code it authenticates with (sections 10.1 and 10.2).
import { p8100RegisterReply, registerEdition, t0100Register } from '@outrider/jt808';
import type { Handler } from '../handler.ts';

const results = { 'no-such-vehicle': 2, 'terminal-taken': 3, 'no-such-terminal': 4, 'wrong-code': 4 } as const;

/** What the header of a recorder without a SIM number reads as. It is a device like any other, of which there can be one. */
const NO_NUMBER = '0';

export const register: Handler = (connection, { header, body }) => {
  connection.codec.useEdition(null);
  const edition = registerEdition(body, connection.codec.edition);
  // A recorder that registers in another edition than its header's writes and reads its other bodies in that one as well.
  if (edition !== connection.codec.edition) connection.codec.useEdition(edition);
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
  if (connection.terminalId === NO_NUMBER)
    connection.note(
      'no number set',
      'It sends only zeros: enter its own number in it, or no second one can connect',
      body,
    );
  if (admission.outcome === 'accepted') {
    connection.registered = admission;
    connection.send(p8100RegisterReply, { replySerial: header.serial, result: 0, authCode: admission.authCode });
    return;
  }
  connection.send(p8100RegisterReply, { replySerial: header.serial, result: results[admission.result] });
  connection.refused(admission.reason, `register, plate ${plate}`, body);
};

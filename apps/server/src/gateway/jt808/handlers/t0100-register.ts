// 0x0100: a terminal says who it is; 0x8100 gives it the code it authenticates with (sections 10.1 and 10.2).
import { p8100RegisterReply, registerEdition, t0100Register } from '@outrider/jt808';
import { admit, type Decision } from '../admit.ts';
import type { Jt808Connection } from '../connection.ts';
import type { Handler } from '../handler.ts';

const results = { 'no-such-vehicle': 2, 'terminal-taken': 3, 'no-such-terminal': 4, 'wrong-code': 4 } as const;

/** What the header of a recorder without a SIM number reads as. It is a device like any other, of which there can be one. */
const NO_NUMBER = '0';

export const register: Handler = (connection, { header, body }) => {
  connection.codec.useEdition(null);
  const edition = registerEdition(body, connection.codec.edition);
  // A recorder that registers in another edition than its header's writes and reads its other bodies in that one as well.
  const isOther = edition !== connection.codec.edition;
  if (isOther) connection.codec.useEdition(edition);
  const said = t0100Register.decode(body, edition);
  if (connection.terminalId === NO_NUMBER)
    connection.note(
      'no number set',
      'It sends only zeros: enter its own number in it, or no second one can connect',
      body,
    );
  const isBeingDecided = connection.registering !== null;
  connection.registering = header;
  if (isBeingDecided) return; // repeated while it is decided: the newest one is answered
  const { plate, manufacturer, model } = said;
  const request = {
    terminalId: connection.terminalId,
    kind: 'register' as const,
    authCode: '',
    plate,
    manufacturer,
    model,
    hardwareId: said.terminalId,
    ...(isOther && { edition }),
    transport: connection.transport.kind,
    remoteAddress: connection.transport.remoteAddress,
    ...(connection.accepted !== null && { onOwnLink: true as const }),
  };
  admit(connection, request, (decision) => settle(connection, decision, plate, body));
};

/** The code is on disk by now. */
const settle = (connection: Jt808Connection, decision: Decision | null, plate: string, body: Uint8Array): void => {
  const replySerial = connection.registering?.serial ?? 0;
  connection.registering = null;
  if (decision === null) return; // not answered: the device repeats it
  if (decision.outcome === 'refused') {
    connection.send(p8100RegisterReply, { replySerial, result: results[decision.result] });
    connection.refused(decision.reason, `register, plate ${plate}`, body);
    return;
  }
  connection.send(p8100RegisterReply, { replySerial, result: 0, authCode: decision.authCode });
};

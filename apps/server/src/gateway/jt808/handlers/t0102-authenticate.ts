// 0x0102: the code of 0x8100 comes back; with it the connection becomes the device's link (section 10.3).
import { GENERAL_RESULT, t0102Authenticate } from '@outrider/jt808';
import { admit } from '../admit.ts';
import type { Handler } from '../handler.ts';

export const authenticate: Handler = (connection, { header, body }) => {
  const { authCode } = t0102Authenticate.decode(body, connection.codec.edition);
  const request = {
    terminalId: connection.terminalId,
    kind: 'authenticate' as const,
    authCode,
    plate: '',
    manufacturer: '',
    model: '',
    hardwareId: '',
    transport: connection.transport.kind,
    remoteAddress: connection.transport.remoteAddress,
  };
  admit(connection, request, (decision) => {
    if (decision === null) return; // not answered: the device repeats it
    if (decision.outcome === 'refused') {
      connection.answer(header, GENERAL_RESULT.failed);
      connection.refused(decision.reason, 'authenticate', new Uint8Array(0)); // the code is a secret
      return;
    }
    // It need not register on each connection. What a register on this one showed counts, also where it was refused.
    if (decision.edition !== null) connection.codec.useEdition(decision.edition);
    connection.answer(header, GENERAL_RESULT.done);
    connection.kit.onAuthenticated(connection, decision);
  });
};

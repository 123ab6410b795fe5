// Asks the directory whether a terminal may connect. Where its number stands on another link, that link is asked first.
import type { Admission, TerminalRequest } from '../ports.ts';
import type { Jt808Connection } from './connection.ts';

export type Decision = Exclude<Admission, { outcome: 'ask-link' }>;

const inUse: Decision = {
  outcome: 'refused',
  reason: 'number in use by a connected device',
  result: 'terminal-taken',
};

/** `settle` is called in the same turn unless the old link has to be asked, and not at all when the connection has ended by then. */
export const admit = (
  connection: Jt808Connection,
  request: TerminalRequest,
  settle: (decision: Decision) => void,
): void => {
  const { directory, isAlive, onPushedOut, log } = connection.kit;
  const take = (decision: Decision): void => {
    if (decision.outcome === 'accepted' && decision.pushedOut !== undefined) onPushedOut(decision.pushedOut);
    settle(decision);
  };
  const admission = directory.admit(request);
  if (admission.outcome !== 'ask-link') {
    take(admission);
    return;
  }
  isAlive(admission.deviceKey)
    .then((alive) => {
      if (connection.isClosed) return;
      const again = alive ? inUse : directory.admit({ ...request, oldLinkIsSilent: true });
      take(again.outcome === 'ask-link' ? inUse : again);
    })
    .catch((err: unknown) => log.error('terminal not admitted', { terminalId: request.terminalId, err }));
};

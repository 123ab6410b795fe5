// Asks the directory whether a terminal may connect. Where its number stands on another link, that link is asked first. What the terminal
// sends meanwhile is held back.
import type { Admission, TerminalRequest } from '../ports.ts';
import type { Jt808Connection } from './connection.ts';

export type Decision = Exclude<Admission, { outcome: 'ask-link' }>;

const inUse: Decision = {
  outcome: 'refused',
  reason: 'number in use by a connected device',
  result: 'terminal-taken',
};

const decide = async (connection: Jt808Connection, request: TerminalRequest): Promise<Decision> => {
  const { directory, isAlive } = connection.kit;
  const isWanted = (): boolean => !connection.isClosed;
  const admission = await directory.admit(request, isWanted);
  if (admission.outcome !== 'ask-link') return admission;
  if (await isAlive(admission.deviceKey)) return inUse;
  const again = await directory.admit({ ...request, oldLinkIsSilent: true }, isWanted);
  return again.outcome === 'ask-link' ? inUse : again;
};

/**
 * `settle` is called with null when nothing could be decided, so that the terminal gets no answer and asks again; and not at all when the
 * connection has ended by then. Nothing that comes after the request is handled before.
 */
export const admit = (
  connection: Jt808Connection,
  request: TerminalRequest,
  settle: (decision: Decision | null) => void,
): void => {
  const { onPushedOut, log } = connection.kit;
  const { terminalId } = request;
  connection.hold();
  decide(connection, request)
    .catch((err: unknown) => {
      log.debug('terminal not admitted', { terminalId, err }); // who could not decide has said why
      return null;
    })
    .then((decision) => {
      if (decision?.outcome === 'accepted' && decision.pushedOut !== undefined) onPushedOut(decision.pushedOut);
      if (!connection.isClosed) settle(decision);
    })
    .catch((err: unknown) => log.error('terminal not answered', { terminalId, err }))
    .finally(() => connection.goOn());
};

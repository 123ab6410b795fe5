// Whether a server takes a connection: what is asked before devices are sent there for good.
import { createConnection } from 'node:net';
import type { Clock } from '../../kernel/clock.ts';
import { AppError, errorText } from '../../kernel/errors.ts';

const ANSWER_MS = 5000;

/** Throws AppError `invalid` where it does not. */
export const assertAnswers = async (clock: Clock, host: string, port: number): Promise<void> => {
  const socket = createConnection({ host, port });
  const late = clock.after(ANSWER_MS, () => socket.destroy(new Error('no answer')));
  try {
    await new Promise((resolve, reject) => {
      socket.once('connect', resolve);
      socket.once('error', reject);
    });
  } catch (error) {
    throw new AppError('invalid', `deviceRedirect.new_server: ${host}:${port} does not answer (${errorText(error)}).`);
  } finally {
    late.cancel();
    socket.destroy();
  }
};

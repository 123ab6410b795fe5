// A client of our own main channel: the demo does everything the way an operator's browser would.
import { once } from 'node:events';
import { WebSocket } from 'ws';
import { z } from 'zod';
import type { Clock } from '../../kernel/clock.ts';

const answer = z.looseObject({ M: z.string(), R: z.string() });
export type Answer = z.output<typeof answer>;

export interface ChannelClient {
  /** Asks and waits for the answer of that code. Rejects after ten seconds or when the connection ends. */
  ask(letters: { M: string } & Record<string, unknown>): Promise<Answer>;
  close(): void;
}

const ANSWER_MS = 10_000;

/** Opens the main channel at `url`. A certificate of our own making is not checked: the address is this machine. */
export const openChannel = async (url: string, clock: Clock): Promise<ChannelClient> => {
  const socket = new WebSocket(url, { rejectUnauthorized: false });
  await once(socket, 'open');
  socket.on('error', () => socket.terminate());
  return {
    ask: (letters) =>
      new Promise((resolve, reject) => {
        const finish = (settle: () => void): void => {
          timer.cancel();
          socket.off('message', hear);
          socket.off('close', end);
          settle();
        };
        const end = (): void => finish(() => reject(new Error('The main channel has closed.')));
        const hear = (data: unknown): void => {
          const heard = answer.safeParse(JSON.parse(String(data)));
          if (heard.success && heard.data.M === letters.M) finish(() => resolve(heard.data));
        };
        const timer = clock.after(ANSWER_MS, () => finish(() => reject(new Error(`No answer to ${letters.M}.`))));
        socket.on('message', hear);
        socket.on('close', end);
        socket.send(`${JSON.stringify(letters)}\n`);
      }),
    close: () => socket.close(),
  };
};

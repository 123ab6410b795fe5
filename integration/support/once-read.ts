// For a server whose time is driven: what is sent has to be read before time moves, or what it starts waits for a time that is over.
import type { Server } from './server.ts';
import { until } from './until.ts';

/** Sends a frame; resolves when the server has read it, with the answer that may still be to come. */
export const onceRead = async <T>(
  { app }: Pick<Server, 'app'>,
  send: () => Promise<T>,
): Promise<{ answer: Promise<T> }> => {
  const frames = (): number => app.metrics()['frames'] ?? 0;
  const before = frames();
  const answer = send();
  await until('the server has read it', () => frames() > before);
  return { answer };
};

// Whether the other end of a stream socket still lives: a browser that went away without a word is noticed by its missing pong.
import type { WebSocket } from 'ws';
import type { Clock, Timer } from '../kernel/clock.ts';

const PING_MS = 20_000;

/** Pings, and cuts a client that did not answer the ping before. Cancel it when the socket closes. */
export const watchAlive = (client: WebSocket, clock: Clock): Timer => {
  let alive = true;
  client.on('pong', () => {
    alive = true;
  });
  return clock.every(PING_MS, () => {
    if (!alive) client.terminate();
    alive = false;
    client.ping();
  });
};

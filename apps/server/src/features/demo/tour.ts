// What somebody would have done at the demo before it is looked at: watched two channels, talked with a driver, asked a recorder for two
// minutes of yesterday. All of it through the server's own sockets and calls, once, and bounded: some 20 MB.
import { once } from 'node:events';
import { request as plainRequest } from 'node:http';
import { request as secureRequest } from 'node:https';
import { WebSocket } from 'ws';
import { z } from 'zod';
import type { Clock } from '../../kernel/clock.ts';
import type { ChannelClient } from './channel-client.ts';

export type TourKit = {
  client: ChannelClient;
  /** Of the session that the client signed in to. A secret. */
  token: string;
  host: string;
  secure: boolean;
  ports: { http: number; stream: number };
  clock: Pick<Clock, 'now' | 'after'>;
  /** How much footage of yesterday is asked for, of each of two channels. */
  footageSeconds: number;
  /** Aborted when the demo ends. */
  signal: AbortSignal;
};

/** A certificate of our own making is not checked: the address is this machine. */
const OWN = { rejectUnauthorized: false };
const LOOK_MS = 2000;
const ONLINE_WITHIN_MS = 10 * 60_000;
const OPEN_MS = 6000;
const SECOND_MS = 1000;
const DAY_MS = 86_400_000;
/** Recorders keep the time of UTC+8; their day of yesterday begins to drive at eight. */
const ZONE_MS = 8 * 3_600_000;
const FOOTAGE = { fromHour: 9, channels: 0b11, main: 0b01 };

const deviceState = z.looseObject({ Z: z.looseObject({ status: z.number() }) });

/** Rejects when the demo ends. */
const pause = ({ clock, signal }: TourKit, ms: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const end = (): void => {
      timer.cancel();
      reject(new Error('the demo ended'));
    };
    const timer = clock.after(ms, () => {
      signal.removeEventListener('abort', end);
      resolve();
    });
    signal.addEventListener('abort', end, { once: true });
    if (signal.aborted) end();
  });

/** False: it did not come in time. */
const isOnline = async (kit: TourKit, deviceId: string): Promise<boolean> => {
  const { client, clock } = kit;
  const untilMs = clock.now() + ONLINE_WITHIN_MS;
  while (clock.now() < untilMs) {
    // oxlint-disable-next-line no-await-in-loop -- looked at now and then
    const found = deviceState.safeParse(await client.ask({ M: 'Q05', I: deviceId }));
    if (found.success && found.data.Z.status > 0) return true;
    // oxlint-disable-next-line no-await-in-loop -- see above
    await pause(kit, LOOK_MS);
  }
  return false;
};

/** Opens a stream socket, as a tile does, and closes it some seconds later. */
const lookInto = async (kit: TourKit, query: Record<string, string>): Promise<void> => {
  const { host, secure, ports, token, signal } = kit;
  const place = `${host.includes(':') ? `[${host}]` : host}:${ports.stream}`;
  const url = `${secure ? 'wss' : 'ws'}://${place}/ws.cgi?${new URLSearchParams(query).toString()}`;
  const socket = new WebSocket(url, { ...OWN, headers: { Authorization: `Bearer ${token}` } });
  socket.on('error', () => socket.terminate());
  try {
    await once(socket, 'open', { signal });
    await pause(kit, OPEN_MS);
  } finally {
    socket.close();
  }
};

/** Rejects where the server says no. */
const post = (kit: TourKit, path: string, body: unknown): Promise<void> => {
  const { host, secure, ports, token, signal } = kit;
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  const options = { ...OWN, host, port: ports.http, path, method: 'POST', headers, signal };
  return new Promise((resolve, reject) => {
    const asked = (secure ? secureRequest : plainRequest)(options, (answer) => {
      answer.resume();
      answer.on('end', () =>
        answer.statusCode === 200 ? resolve() : reject(new Error(`${path}: ${answer.statusCode ?? 0}`)),
      );
    });
    asked.on('error', reject);
    asked.end(JSON.stringify(body));
  });
};

const yesterday = (kit: TourKit): { start: number; end: number } => {
  const dayMs = Math.floor((kit.clock.now() + ZONE_MS) / DAY_MS) * DAY_MS - ZONE_MS - DAY_MS;
  const start = (dayMs + FOOTAGE.fromHour * 3_600_000) / SECOND_MS;
  return { start, end: start + kit.footageSeconds };
};

/** The vehicles must be on their way to this server. Rejects when the demo ends meanwhile. */
export const takeTour = async (kit: TourKit, deviceIds: readonly string[]): Promise<void> => {
  for (const [i, deviceid] of deviceIds.entries()) {
    // oxlint-disable-next-line no-await-in-loop -- one vehicle after the other
    if (!(await isOnline(kit, deviceid))) continue;
    const { channels, main } = FOOTAGE;
    const footage = { deviceid, ...yesterday(kit), downloadplan: channels, streamtype: main, audioout: 1 };
    // oxlint-disable-next-line no-await-in-loop -- see above
    await post(kit, '/gkevent/customevent', footage);
    // oxlint-disable-next-line no-await-in-loop -- see above
    await lookInto(kit, { deviceid, channel: String(i + 1) });
    // oxlint-disable-next-line no-await-in-loop -- see above
    await lookInto(kit, { type: 'talk', deviceid, mode: i === 0 ? 'talk' : 'listen' });
  }
};

// Where positions and heartbeats of the fleet are passed on to.
import { z } from 'zod';
import { call } from '../speak/speak.ts';
import { setting } from '../speak/setting.ts';
import { wireFlag } from '../speak/wire.ts';

const port = z.number().int().min(0).max(65_535);
const host = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9._:-]{0,253}$/, 'This is no host name and no address.');

/** Another platform that gets every position as JT/T 808-2013 over TCP, as if each device had dialled in there too. */
export const gpsRelayChoice = z
  .object({ enable: wireFlag, ip: host, port })
  .refine(({ enable, ip }) => !enable || ip !== '', {
    path: ['ip'],
    message: 'Type the address of the other server.',
  })
  .refine(({ enable, port: to }) => !enable || to > 0, { path: ['port'], message: 'Type a port from 1 to 65535.' });
export type GpsRelayChoice = z.output<typeof gpsRelayChoice>;
export const gpsRelaySetting = setting('/gkserver/gpsrelay', gpsRelayChoice, {
  key: 'gpsrelay',
  audit: { action: 'Set GPS relay', secret: {} },
  shown: gpsRelayChoice,
  readers: 'admin',
  applies: 'now',
  about: {
    load: 'Where positions are passed on to.',
    save: 'Passes each position of registered devices on as JT/T 808-2013 over TCP, one connection for each device, from the next position on. What finds no connection is kept for an hour, also over a restart of this server, and sent as 0x0704. 400 where the address is this server.',
  },
  example: {
    saved: { enable: 1, ip: '192.0.2.10', port: 6608 },
    shown: { enable: 1, ip: '192.0.2.10', port: 6608 },
  },
});

/** IP:PORT, an IPv6 address in brackets. */
const ADDRESS = /^(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._-]+):(\d{1,5})$/;
const addressParts = (addr: string): readonly [string, number] => {
  const [, name = '', digits = ''] = ADDRESS.exec(addr) ?? [];
  return [name.replaceAll(/[[\]]/g, ''), Number(digits)];
};
/** The two halves of an address that fits. */
export const relayTarget = (addr: string): { host: string; port: number } => {
  const [name, to] = addressParts(addr);
  return { host: name, port: to };
};
const isAddress = (addr: string): boolean => {
  const [name, to] = addressParts(addr);
  return name !== '' && to > 0 && to < 65_536;
};
/** Somebody who gets each heartbeat and report as it came, as a UDP datagram. */
export const heartbeatRelayChoice = z
  .object({ enable: wireFlag, addr: z.string().trim().max(260) })
  .refine(({ addr }) => addr === '' || isAddress(addr), {
    path: ['addr'],
    message: 'Type an address and a port, as 192.0.2.10:5000.',
  })
  .refine(({ enable, addr }) => !enable || addr !== '', {
    path: ['addr'],
    message: 'Type an address and a port, as 192.0.2.10:5000.',
  });
export type HeartbeatRelayChoice = z.output<typeof heartbeatRelayChoice>;
export const heartbeatRelaySetting = setting('/gkserver/hbrelay', heartbeatRelayChoice, {
  key: 'hbrelay',
  audit: { action: 'Set heartbeat relay', secret: {} },
  shown: heartbeatRelayChoice,
  readers: 'admin',
  applies: 'now',
  about: {
    load: 'Where heartbeats are passed on to.',
    save: 'Passes each frame 0x0002 and 0x0200 of known devices on as it came, one UDP datagram each; nothing is kept for later. 400 where the address is this server.',
  },
  example: { saved: { enable: 1, addr: '192.0.2.10:5000' }, shown: { enable: 1, addr: '192.0.2.10:5000' } },
});

const count = z.number().int().min(0);
export const getRelayState = call({
  method: 'GET',
  path: '/gkserver/relaystate',
  right: 'admin',
  input: z.object({}),
  reply: z.object({
    gps: z.object({ connected: count, waiting: count, sent: count, dropped: count, trouble: z.string() }),
    heartbeat: z.object({ sent: count, dropped: count, trouble: z.string() }),
  }),
  about:
    'What the relays do since they were switched on or the server started: devices that are connected there, positions that wait, what was sent (of positions: answered) and given up, and the newest failure (empty: none since the last success).',
  example: {
    input: {},
    reply: {
      gps: { connected: 12, waiting: 0, sent: 3400, dropped: 0, trouble: '' },
      heartbeat: { sent: 3900, dropped: 0, trouble: '' },
    },
  },
});

// Telling a service of dynamic names under which address this server is reached.
import { z } from 'zod';
import { call } from '../speak/speak.ts';
import { setting } from '../speak/setting.ts';
import { wireFlag } from '../speak/wire.ts';

/** By its number in `type`. All of them are spoken to by dyndns2. */
export const ddnsTypes = ['CCTVDVR', 'NO-IP', 'My online portal'] as const;
/** Where NO-IP is asked when `server` is empty. */
export const NO_IP_SERVER = 'dynupdate.no-ip.com';
const NO_IP = 1;

/**
 * `server`: a host name with or without a port, or a whole address, `?hostname=` behind it where the name to be set is not that of the
 * server itself.
 */
export const ddnsChoice = z
  .object({
    enable: wireFlag,
    type: z.number().int().min(0).max(2),
    server: z
      .string()
      .trim()
      .max(300)
      .regex(
        /^(https?:\/\/[^\s#]+|[A-Za-z0-9.-]+(:\d{1,5})?|)$/,
        'Type a host name, or an address that begins with https://.',
      ),
    user: z.string().trim().max(100),
    pass: z.string().max(100),
  })
  .refine(({ enable, type, server }) => !enable || type === NO_IP || server !== '', {
    path: ['server'],
    message: 'Type the server of the service.',
  })
  .refine(({ enable, user }) => !enable || user !== '', { path: ['user'], message: 'Type the user name.' });
export type DdnsChoice = z.output<typeof ddnsChoice>;

const EXAMPLE = { enable: 1, type: NO_IP, server: '', user: 'fleet' } as const;
export const ddnsSetting = setting('/gkserver/ddns', ddnsChoice, {
  key: 'ddns',
  audit: { action: 'Set dynamic DNS', secret: { pass: true } },
  belongs: {
    pass: {
      to: ['type', 'server', 'user'],
      text: 'Type the password again, since the service, its server or the user was changed.',
    },
  },
  shown: ddnsChoice,
  readers: 'admin',
  applies: 'now',
  loadBy: { method: 'POST' },
  about: {
    load: 'The service that is told the address of this server.',
    save: 'Tells a service of dynamic names (dyndns2) the public address of this server, now and whenever it changes, at most every 5 minutes. What the service answers stands in GET /gkserver/ddnsstate; `badauth`, `abuse` and other refusals stop it until it is saved again. The mask keeps the password only where type, server and user stay.',
  },
  example: { saved: { ...EXAMPLE, pass: 'secret' }, shown: { ...EXAMPLE, pass: '********' } },
});

export const getDdnsState = call({
  method: 'GET',
  path: '/gkserver/ddnsstate',
  right: 'admin',
  input: z.object({}),
  reply: z.object({
    hostname: z.string(),
    address: z.string(),
    answer: z.string(),
    time: z.number(),
    stopped: z.boolean(),
  }),
  about:
    'What the service was told last and answered: the name, the address (empty: it took the one it was asked from), its words or why it could not be reached, when (0: never), and whether it is not asked any more until it is saved again.',
  example: {
    input: {},
    reply: {
      hostname: 'fleet.example.org',
      address: '198.51.100.7',
      answer: 'good 198.51.100.7',
      time: 1_790_000_000,
      stopped: false,
    },
  },
});

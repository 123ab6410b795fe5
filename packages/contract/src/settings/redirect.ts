// Devices that are sent to another server: which ones, where to, and what became of each.
import { z } from 'zod';
import { orderStates } from '../device/device-order.ts';
import { setting } from '../speak/setting.ts';
import { call } from '../speak/speak.ts';
import { bodyCredentials, wireFlag, wireSeconds } from '../speak/wire.ts';

/** For every device. */
export const REDIRECT_ALL = '*';

const prefix = z
  .string()
  .trim()
  .regex(/^(\*|[A-Za-z0-9._-]{1,31})$/, 'Type how their ids begin, or * for all.');
const server = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9._-]{0,200}$/, 'This is no host name and no address.');
const port = z.number().int().min(1).max(65_535);

/** `redirect_newdevice_only`: of those that match the ones that register from now on. `new_server` '': none is sent anywhere. */
const redirectRule = z.object({ prefix, redirect_newdevice_only: wireFlag, new_server: server, new_port: port });
export type RedirectRule = z.output<typeof redirectRule>;
export const deviceRedirect = z.object({ deviceRedirect: redirectRule });
export const NO_REDIRECT: RedirectRule = {
  prefix: REDIRECT_ALL,
  redirect_newdevice_only: true,
  new_server: '',
  new_port: 6808,
};
export const isRedirected = ({ prefix: begins }: Pick<RedirectRule, 'prefix'>, deviceId: string): boolean =>
  begins === REDIRECT_ALL || deviceId.startsWith(begins);

const example = {
  deviceRedirect: {
    prefix: '138',
    redirect_newdevice_only: 1 as const,
    new_server: '',
    new_port: 6808,
  },
};
export const deviceRedirectSetting = setting('/gkserver/deviceredirect', deviceRedirect, {
  key: 'deviceredirect',
  audit: { action: 'Set device redirect', secret: {} },
  shown: deviceRedirect,
  readers: 'admin',
  applies: 'now',
  about: {
    load: 'Which devices are sent to another server, and to which.',
    save: "Sends devices whose id begins with `prefix` (`*`: all) to another server: those registered here now, unless `redirect_newdevice_only` is 1, and those that register as terminals (0x0100) from then on. Each is told by its parameters and restarted; one that is away is told when it is back. `new_server` '' ends that, and orders that still wait are cancelled. 400 where nothing answers there, and where it is this server.",
  },
  example: { saved: example, shown: example },
});

export const postRedirectCheck = call({
  method: 'POST',
  path: '/gkserver/redirectcheck',
  right: 'admin',
  audit: 'reads',
  input: z.object({ ...bodyCredentials, prefix, new_server: server, new_port: port }),
  reply: z.object({ matching: z.number().int(), online: z.number().int() }),
  about:
    'How many registered devices match, and how many of them are online, after the other server has taken a connection. 400 where it does not.',
  example: {
    input: { prefix: '138', new_server: '127.0.0.1', new_port: 9 },
    reply: { matching: 12, online: 10 },
  },
});

export const MAX_REDIRECT_ROWS = 500;
const redirectOutcome = z.object({
  deviceid: z.string(),
  state: z.enum(orderStates),
  /** As of orders to devices. */
  outcome: z.string(),
  message: z.string(),
  time: wireSeconds,
});
export type RedirectOutcome = z.output<typeof redirectOutcome>;
export const getRedirectState = call({
  method: 'GET',
  path: '/gkserver/redirectstate',
  right: 'admin',
  input: z.object({}),
  reply: z.object({
    total: z.number().int(),
    done: z.number().int(),
    waiting: z.number().int(),
    failed: z.number().int(),
    rows: z.array(redirectOutcome),
  }),
  about: `What became of each device that was sent on since the redirect was saved: those that failed first, then those that wait, at most ${MAX_REDIRECT_ROWS}.`,
  example: {
    input: {},
    reply: {
      total: 1,
      done: 1,
      waiting: 0,
      failed: 0,
      rows: [{ deviceid: '13800000101', state: 'done', outcome: 'done', message: '', time: 1_790_000_000 }],
    },
  },
});

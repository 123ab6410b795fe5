// The ports of the server, as an administrator sets them, and its restart, by which they count.
import { z } from 'zod';
import { setting } from '../speak/setting.ts';
import { call } from '../speak/speak.ts';
import { bodyCredentials, outcome, tcpPort, wireFlag } from '../speak/wire.ts';

/** Most ports of video sockets. */
export const STREAM_SLOTS = 10;

const chosen = z.object({
  heartbeat: tcpPort,
  appcommand: tcpPort,
  streamings: z.array(tcpPort).max(STREAM_SLOTS),
  disablelivestream: wireFlag,
  http: tcpPort,
  https: tcpPort,
  sslonly: wireFlag,
});
type Chosen = z.output<typeof chosen>;

/** Two that name the same port, as the field to change and what is said of it. 0 is any free port, and never the same. */
const clash = ({
  heartbeat,
  appcommand,
  streamings,
  http,
  https,
}: Chosen): { path: string; message: string } | null => {
  const single = Object.entries({ heartbeat, appcommand, http, https }).filter(([, port]) => port !== 0);
  const twice = single.find(([, port], at) => single.findIndex(([, other]) => other === port) < at);
  if (twice) return { path: twice[0], message: 'Another field has the same port.' };
  const streams = streamings.filter((port) => port !== 0);
  if (streams.some((port) => single.some(([, other]) => other === port)) || new Set(streams).size < streams.length)
    return { path: 'streamings', message: 'Each streaming port must differ from all other ports.' };
  return null;
};

/**
 * `heartbeat`: reports of recorders (JT/T 808), TCP and UDP. `appcommand`: the main channel. `streamings`: video sockets; consoles use the
 * first one. `https` 0: none. Any other port of 0: one that is free.
 */
export const protocolChoice = chosen.superRefine((choice, context) => {
  const found = clash(choice);
  if (found) context.addIssue({ code: 'custom', path: [found.path], message: found.message });
  if (choice.sslonly && choice.https === 0)
    context.addIssue({ code: 'custom', path: ['sslonly'], message: 'SSL only needs an https port.' });
});
export type ProtocolChoice = z.output<typeof protocolChoice>;

const example = {
  heartbeat: 0,
  appcommand: 0,
  streamings: [0],
  disablelivestream: 0 as const,
  http: 0,
  https: 0,
  sslonly: 0 as const,
};

export const protocolSetting = setting('/gkserver/protocol', protocolChoice, {
  key: 'protocol',
  audit: { action: 'Set ports', secret: {} },
  shown: protocolChoice,
  readers: 'public',
  applies: 'restart',
  configKeys: {
    heartbeat: 'jt808Port',
    appcommand: 'commandPort',
    streamings: { key: 'streamPort', of: (port) => [port] },
    disablelivestream: 'disableLiveStreams',
    http: 'httpPort',
    https: 'httpsPort',
    sslonly: 'sslOnly',
  },
  about: {
    load: 'The ports, as they were saved last; those of the main channel and of video sockets are open from the save on. What sets them from outside is told to level 0.',
    save: 'Sets them from the next start on, and opens new ports of the main channel and of video sockets at once. A port that another program has is refused. After that start somebody of level 0 must use the console within two minutes; else the server goes back to what it had.',
  },
  example: { saved: example, shown: example },
});

export const getProtocol = protocolSetting.load;

export const postReboot = call({
  method: 'POST',
  path: '/gkserver/reboot',
  right: 'admin',
  audit: { action: 'Restart the server', secret: { password: true } },
  input: z.object({ ...bodyCredentials, ...chosen.partial().shape }),
  reply: outcome,
  about:
    'Restarts the process of the server. Who is signed in stays so. What a body holds of the ports is not saved by it.',
  example: { input: {}, reply: { hasError: 0, message: 'The server restarts.' } },
});

// The table of every port: for the start-up output, the page 'Connect a recorder', and the message when one cannot be opened.
import type { ConnectRecorder } from '@outrider/contract';
import type { Config, ConfigKey } from './config.ts';
import { ListenError } from './kernel/web/listen.ts';

/** The ports really open, which differ from the configured ones where those are 0. */
export type OpenPorts = {
  http: number;
  command: number;
  stream: number;
  https: number;
  redirect: number;
  moreStreams: readonly number[];
  jt808: number;
  mediaLive: number;
  mediaPlayback: number;
  files: number;
};

type Row = {
  name: Exclude<keyof OpenPorts, 'moreStreams'>;
  key: ConfigKey;
  purpose: string;
  transports: ('tcp' | 'udp')[];
  audience: 'devices' | 'browsers';
};

const rows: readonly Row[] = [
  {
    name: 'http',
    key: 'httpPort',
    purpose: 'Console, calls and all browser sockets',
    transports: ['tcp'],
    audience: 'browsers',
  },
  { name: 'https', key: 'httpsPort', purpose: 'The same by https', transports: ['tcp'], audience: 'browsers' },
  { name: 'redirect', key: 'httpPort', purpose: 'Leads to https', transports: ['tcp'], audience: 'browsers' },
  { name: 'command', key: 'commandPort', purpose: 'Main channel', transports: ['tcp'], audience: 'browsers' },
  { name: 'stream', key: 'streamPort', purpose: 'Video sockets', transports: ['tcp'], audience: 'browsers' },
  { name: 'jt808', key: 'jt808Port', purpose: 'JT/T 808 link', transports: ['tcp', 'udp'], audience: 'devices' },
  {
    name: 'mediaLive',
    key: 'mediaLivePort',
    purpose: 'JT/T 1078 live media',
    transports: ['tcp', 'udp'],
    audience: 'devices',
  },
  {
    name: 'mediaPlayback',
    key: 'mediaPlaybackPort',
    purpose: 'JT/T 1078 playback media',
    transports: ['tcp', 'udp'],
    audience: 'devices',
  },
  { name: 'files', key: 'filesPort', purpose: 'Active-safety files', transports: ['tcp'], audience: 'devices' },
];

/** Each talk has a port of its own. Nothing can be said of them where any free one is taken. */
const talkRows = ([port, last]: Config['talkPorts']): ConnectRecorder['ports'] =>
  port === 0
    ? []
    : [
        {
          name: 'talk',
          purpose: 'JT/T 1078 talk and broadcast',
          port,
          last,
          transports: ['tcp'],
          audience: 'devices',
          state: 'opened for each talk',
        },
      ];

/** The ports in reading order. A port is in the table only while it listens, those of talks always. */
export const portTable = (ports: OpenPorts, talkPorts: Config['talkPorts']): ConnectRecorder['ports'] => [
  ...rows
    .filter(({ name }) => ports[name] !== 0)
    .map(({ name, purpose, transports, audience }) => ({
      name,
      purpose,
      port: ports[name],
      transports,
      audience,
      state: 'listening',
    })),
  ...ports.moreStreams.map((port) => ({
    name: 'stream',
    purpose: 'Video sockets',
    port,
    transports: ['tcp' as const],
    audience: 'browsers' as const,
    state: 'listening',
  })),
  ...talkRows(talkPorts),
];

const portOf = (error: unknown): number =>
  error instanceof Error && 'port' in error && typeof error.port === 'number' ? error.port : 0;

/** The gateway's failure to open a port, named by its configuration key. */
export const gatewayStartError = (error: unknown, config: Config): ListenError => {
  const port = portOf(error);
  const row = rows.find(({ key, audience }) => audience === 'devices' && config[key] === port);
  return new ListenError(error, { host: config.host, port, key: row?.key ?? 'jt808Port' });
};

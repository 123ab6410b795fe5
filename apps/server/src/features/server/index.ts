// What the server tells about itself: deployment, ports, default grids, version and clock.
import { networkInterfaces } from 'node:os';
import { type ServerInfo, getServer, getVideoLayout, q01ServerInfo } from '@outrider/contract';
import type { Caller } from '../../kernel/access/access.ts';
import { type CommandHandler, answer } from '../../kernel/channel/channel.ts';
import type { Clock } from '../../kernel/clock.ts';
import { type CallHandler, handle } from '../../kernel/web/http.ts';

export type ServerKit = {
  clock: Clock;
  version: string;
  options: {
    deployment: 'local' | 'global';
    simpleLiveLayout: string;
    simplePlaybackLayout: string;
  };
  /** The address people use; empty: the first one found. */
  address: () => string;
};

export type ServerFeature = { calls: CallHandler[]; commands: CommandHandler[] };

/** The IPv4 addresses of this machine that others may reach. */
export const networkAddresses = (): string[] =>
  Object.values(networkInterfaces())
    .flatMap((entries) => entries ?? [])
    .filter((entry) => !entry.internal && entry.family === 'IPv4')
    .map((entry) => entry.address);

export const serverFeature = ({ clock, version, options, address }: ServerKit): ServerFeature => {
  const info = (caller: Caller): ServerInfo => ({
    version,
    maxlicense: 0,
    expire: '',
    serverip: address() || (networkAddresses()[0] ?? '127.0.0.1'),
    timezone: -new Date(clock.now()).getTimezoneOffset(),
    username: caller.userName,
    time: Math.floor(clock.now() / 1000),
  });
  return {
    calls: [
      handle(getServer, () => ({ server: options.deployment })),
      handle(getVideoLayout, () => ({
        simpleLiveLayout: options.simpleLiveLayout,
        simplePlaybackLayout: options.simplePlaybackLayout,
      })),
    ],
    commands: [answer(q01ServerInfo, ({ caller }) => ({ Z: info(caller) }))],
  };
};

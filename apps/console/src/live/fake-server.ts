// A server in memory for tests of the connection, and the connection to it under a driven clock. Not for the page.
import { q01ServerInfo, q02Login, q05Device, q10StreamStatus } from '@outrider/contract';
import { createStore } from 'zustand/vanilla';
import type { Message } from './channel.ts';
import { Connection } from './connection.ts';
import { DeviceStore } from './devices.ts';
import { DrivenClock } from './driven-clock.ts';
import { fakeOpen } from './fake-socket.ts';
import type { FakeSocket } from './fake-socket.ts';
import { PositionStore } from './positions.ts';
import { signedOut } from './session.ts';
import type { Session } from './session.ts';

export const wire = q05Device.example.reply.Z;
export const credentials = { U: 'admin', P: 'A'.repeat(64) };

export type Server = {
  endsAt?: number;
  captcha?: boolean;
  sessionOver?: boolean;
  refuse?: boolean;
  busy?: boolean;
  older?: boolean;
  /** Q01 is never answered. */
  mute?: boolean;
  /** What Q12 answers. */
  extra?: unknown;
  token: string;
  batches: Message[][];
};

const answerOf =
  (server: Server) =>
  (message: Message): readonly Message[] => {
    switch (message.M) {
      case 'Q02':
        if (server.busy === true) return [{ R: '503', Z: 'starting' }];
        if (server.sessionOver === true && 'K' in message) return [{ R: '401', Z: 'ended' }];
        if (server.captcha === true && 'U' in message && message.k === undefined) return [{ R: '400', Z: 'captcha' }];
        return server.refuse === true
          ? [{ R: '401', Z: 'no' }]
          : [{ ...q02Login.example.reply, F: '1011', T: server.endsAt ?? 0 }];
      case 'Q01':
        if (server.mute === true) return [];
        return [server.older === true ? { Z: { version: '0.0.1' } } : q01ServerInfo.example.reply];
      case 'Q03':
      case 'Q04':
        return server.batches.shift() ?? [{ Z: [wire] }, { Z: 'fin', T: server.token, C: 1 }];
      case 'Q10':
        return [q10StreamStatus.example.reply];
      case 'Q11':
        return [{ Z: 'fin' }];
      case 'Q12':
        return [{ I: message.I, Z: server.extra }];
      case 'D02':
        return [{ R: '404', Z: 'no such device' }];
      default:
        return [{}];
    }
  };

const soon = (run: () => void) => {
  queueMicrotask(run);
  return () => {};
};

export const build = (
  server: Server,
  reachable: (url: string) => boolean = () => true,
  urls: readonly string[] | (() => Promise<readonly string[]>) = ['ws://a/', 'ws://b/command'],
  wrongByMs = 0,
) => {
  const sockets: FakeSocket[] = [];
  const clock = new DrivenClock(1_790_000_000_000 + wrongByMs);
  const session = createStore<Session>(() => signedOut);
  const flags: number[] = [];
  const tokens: string[] = [];
  const heard: string[] = [];
  session.subscribe((now, before) => now.loginFlag !== before.loginFlag && flags.push(now.loginFlag));
  const devices = new DeviceStore(soon);
  const connection = new Connection({
    open: fakeOpen(sockets, answerOf(server), reachable),
    clock,
    session,
    devices,
    positions: new PositionStore(soon),
    disabledRights: [],
    addresses: async () => (typeof urls === 'function' ? urls() : urls),
    onToken: (token) => tokens.push(token),
    onStreamStatus: () => {},
    onGroupsChanged: ({ A, I = '' }) => heard.push(`${A} ${I}`),
  });
  return { connection, sockets, clock, session, devices, flags, tokens, heard };
};
export const server = (part: Partial<Server> = {}): Server => ({ token: 'l1', batches: [], ...part });

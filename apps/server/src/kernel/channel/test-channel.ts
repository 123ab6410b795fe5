// A main channel on a port of its own, as tests of the kernel speak with it.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { TestContext } from 'node:test';
import { q02Login } from '@outrider/contract';
import { WebSocket } from 'ws';
import type { Caller } from '../access/access.ts';
import type { AuditEntry } from '../access/audit.ts';
import { testCaller } from '../access/test-access.ts';
import { AppError } from '../errors.ts';
import { createTestLog } from '../log.ts';
import { createManualClock } from '../manual-clock.ts';
import { turnsUntil } from '../turns-until.ts';
import { closeServer, listenOn } from '../web/listen.ts';
import { routeUpgrades } from '../web/upgrade.ts';
import type { ChannelLimits } from './channel-limits.ts';
import { type CommandHandler, answer } from './channel.ts';
import { createMainChannel } from './main-channel.ts';

export const HASH = 'AB'.repeat(32);
export const signIn = { M: 'Q02', U: 'admin', P: HASH };

const login: CommandHandler = answer(q02Login, (session, input) => {
  if (!('U' in input)) throw new AppError('unauthenticated', 'Wrong user name or password.');
  session.signIn(testCaller({ userName: input.U }));
  return { U: input.U, L: 0, F: '', K: 'k', T: 1 };
});

/** Its commands are these and a sign-in that takes every name. */
export const start = async (t: TestContext, commands: CommandHandler[], limits: Partial<ChannelLimits> = {}) => {
  const clock = createManualClock();
  const log = createTestLog();
  const heard: AuditEntry[] = [];
  const ended = new Set<string>();
  const changed = new Map<string, Caller>();
  const channel = createMainChannel({
    clock,
    log,
    audit: { add: (entry) => void heard.push(entry) },
    commands: [login, ...commands],
    access: {
      current: (caller) => (ended.has(caller.userName) ? undefined : (changed.get(caller.userName) ?? caller)),
      authenticate: ({ userName = '', passwordHash }) =>
        passwordHash === HASH
          ? Promise.resolve(testCaller({ userName, rights: new Set(['F_lmdvrs_textdevice']) }))
          : Promise.reject(new AppError('unauthenticated', 'Wrong user name or password.')),
    },
    addressOf: (request) => request.socket.remoteAddress ?? '',
    isSecure: () => false,
    limits,
  });
  const server = createServer();
  routeUpgrades(server, new Map([['*', (request, socket, head) => channel.handleUpgrade(request, socket, head)]]), log);
  const port = await listenOn(server, '127.0.0.1', 0, 'commandPort');
  t.after(async () => {
    await channel.close();
    await closeServer(server);
  });
  const open = async () => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/`);
    const answers: Record<string, unknown>[] = [];
    socket.on('message', (data) => {
      const text = Buffer.isBuffer(data) ? data.toString('utf8') : '';
      for (const line of text.split('\n')) if (line !== '') answers.push(JSON.parse(line));
    });
    await once(socket, 'open');
    const take = async (count: number) => {
      await turnsUntil(`${count} answers`, () => answers.length >= count);
      return answers.splice(0, count);
    };
    return {
      socket,
      take,
      waiting: () => answers.length,
      say: (...messages: object[]) => socket.send(messages.map((m) => `${JSON.stringify(m)}\n`).join('')),
    };
  };
  return { clock, log, heard, channel, open, port, ended };
};

// The session room over a database in memory and a driven clock, for its tests.
import type { TestContext } from 'node:test';
import { type Right, postSession, q02Login } from '@outrider/contract';
import type { Caller } from '../../kernel/access/access.ts';
import type { AuditEntry } from '../../kernel/access/audit.ts';
import { anonymousCaller } from '../../kernel/access/authorise.ts';
import type { Bus } from '../../kernel/bus.ts';
import type { ChannelSession } from '../../kernel/channel/channel.ts';
import { toPasswordHash } from '../../kernel/access/credentials.ts';
import type { OpenDatabase } from '../../kernel/storage/db.ts';
import { silentLog } from '../../kernel/log.ts';
import { createManualClock } from '../../kernel/manual-clock.ts';
import { groupFeature } from '../group/index.ts';
import { type PasswordKeeper, userFeature } from '../user/index.ts';
import { type SessionFeature, sessionFeature } from './index.ts';

export const HASH = toPasswordHash('Sesame-1');
export const WRONG = toPasswordHash('Sesame-2');
export const HERE = '192.0.2.1';

/** Keeps the hash as it is, so that many sign-ins are cheap, and counts the checks. */
const cheapKeeper = (): PasswordKeeper & { checks: number } => {
  const keeper = {
    checks: 0,
    keep: (hash: string) => Promise.resolve(hash),
    check: (hash: string, stored: string | null) => {
      keeper.checks += 1;
      return Promise.resolve(hash === stored);
    },
  };
  return keeper;
};

/** What is asked of the room, by calls and commands. */
const sayingTo = (session: SessionFeature) => {
  const enter = (passwordHash: string, address = HERE, userName = 'ann', browser?: string) =>
    session.access.authenticate({ userName, passwordHash, ...(browser !== undefined && { browser }) }, address);
  const command = session.commands.find((handler) => handler.command === q02Login);
  const login = async (input: object, address = HERE) => {
    let caller: Caller = anonymousCaller(address);
    const connection: ChannelSession = {
      get caller() {
        return caller;
      },
      address,
      push: () => true,
      onClose: () => undefined,
      state: new Map(),
      signIn: (signedIn) => (caller = signedIn),
    };
    const first = await command?.run(connection, input).next();
    const reply: Record<string, unknown> = { ...first?.value };
    return { reply, caller };
  };
  const call = (wanted: unknown, caller: Caller, input: unknown, token: string | null = null) => {
    const handler = session.calls.find((each) => each.call === wanted);
    return handler?.run(caller, input, { token, setSessionCookie: () => undefined });
  };
  /** Takes the cookies after a sign-in, as the console does; gives the ticket the browser was left with. */
  const knowBrowser = async (input: object, ticket: string | null = null, address = HERE): Promise<string> => {
    const { reply, caller } = await login(input, address);
    let kept = '';
    const browser = { ticket, keep: (given: string) => void (kept = given) };
    const handler = session.calls.find((each) => each.call === postSession);
    await handler?.run(caller, {}, { token: String(reply['K']), setSessionCookie: () => undefined, browser });
    return kept;
  };
  return { enter, login, call, knowBrowser };
};

/** What a test file brings: an empty database and a bus. */
export type SessionGround = { opened: OpenDatabase; bus: Bus };

export const startSession = async (
  t: TestContext,
  { opened, bus }: SessionGround,
  options: { captchaRequired?: boolean; renewDays?: number } = {},
) => {
  const { db } = opened;
  const clock = createManualClock();
  const heard: AuditEntry[] = [];
  const keeper = cheapKeeper();
  const users = await userFeature({ db, bus, clock, keeper });
  const groups = await groupFeature({ db, bus, clock });
  const make = () =>
    sessionFeature({
      db,
      bus,
      clock,
      log: silentLog,
      audit: { add: (entry) => void heard.push(entry) },
      accounts: { users, groups },
      devices: {
        isRegistered: (deviceKey) => deviceKey < 100,
        registered: () => [{ key: 7, id: '7' }],
      },
      options: {
        captchaRequired: false,
        renewDays: 0,
        drawCaptcha: () => Promise.resolve({ text: 'aB3dE', svg: '<svg/>' }),
        lifetimeMs: 3_600_000,
        endsWithBrowser: false,
        ...options,
      },
    });
  const session = await make();
  t.after(async () => {
    await session.close();
    await opened.close();
  });
  const rights = new Set<Right>(['P_live']);
  const ann = await users.add({ name: 'ann', passwordHash: HASH, level: 1, rights, expiresMs: null, groupIds: [] });
  const says = sayingTo(session);
  return { db, clock, keeper, users, groups, session, heard, ann, make, ...says };
};

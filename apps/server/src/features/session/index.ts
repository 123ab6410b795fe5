// The door of signing in: the access port of the whole server, its calls and commands.
import type { Access, Caller } from '../../kernel/access/access.ts';
import { type AuditTrail } from '../../kernel/access/audit.ts';
import type { Bus } from '../../kernel/bus.ts';
import type { CommandHandler } from '../../kernel/channel/channel.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Database } from '../../kernel/storage/db.ts';
import type { CallHandler } from '../../kernel/web/http.ts';
import type { Log } from '../../kernel/log.ts';
import type { Groups } from '../group/index.ts';
import type { Users } from '../user/index.ts';
import { sessionCalls } from './calls.ts';
import { createCaptchas } from './captcha.ts';
import { CaptchaDrawer, type DrawCaptcha } from './captcha-drawer.ts';
import { sessionCommands } from './commands.ts';
import { hashSecret, newSecret } from './secrets.ts';
import { createSessionService } from './service.ts';
import { createSessions } from './sessions.ts';
import { SignIn } from './sign-in.ts';
import { createSessionStore } from './store.ts';

/** Which devices are registered. Who may see which is decided here. */
export type RegisteredDevices = {
  isRegistered(deviceKey: number): boolean;
  registered(): Iterable<{ key: number; id: string }>;
};

export type SessionKit = {
  db: Database;
  bus: Bus;
  clock: Clock;
  log: Log;
  /** Is told of name and hash that were refused outside of the sign-in. */
  audit: AuditTrail;
  accounts: { users: Users; groups: Groups };
  options: {
    captchaRequired: boolean;
    /** A changed password gives an account that expires this many days; 0: none. */
    renewDays: number;
    /** Draws captchas in place of our own thread, for tests. */
    drawCaptcha?: DrawCaptcha | undefined;
    lifetimeMs: number;
    /** The cookie of a session goes when the browser is closed. */
    endsWithBrowser: boolean;
  };
  devices: RegisteredDevices;
};

export type SessionFeature = {
  access: Access;
  /** A session for a program of our own, as if that account had signed in. */
  openFor(userId: number, address: string): Promise<{ token: string; expiresMs: number }>;
  calls: CallHandler[];
  commands: CommandHandler[];
  metrics(): Record<string, number>;
  close(): Promise<void>;
};

export const sessionFeature = async ({
  db,
  bus,
  clock,
  log,
  audit,
  accounts,
  devices,
  options,
}: SessionKit): Promise<SessionFeature> => {
  const store = createSessionStore(db);
  const sessions = await createSessions({ store, clock, log, lifetimeMs: options.lifetimeMs });
  const isRegistered = (key: number): boolean => devices.isRegistered(key);
  const signIn = new SignIn({ ...accounts, sessions, store, clock, audit, isRegistered });
  const deviceIds = (caller: Caller): string[] =>
    [...devices.registered()].filter(({ key }) => signIn.maySee(caller, key)).map(({ id }) => id);
  const drawer = new CaptchaDrawer(log);
  const captchas = createCaptchas(clock, options.drawCaptcha ?? drawer.draw);
  const service = createSessionService({ ...accounts, ...options, deviceIds, sessions, signIn, captchas, clock, log });
  const pending = new Set<Promise<void>>();
  const stop = bus.subscribe('account.ended', ({ userId }) => {
    const work = service.accountEnded(userId).catch((err: unknown) => log.error('sessions not ended', { err }));
    pending.add(work);
    void work.finally(() => pending.delete(work));
  });
  return {
    access: signIn,
    openFor: (userId, address) => sessions.create(userId, address),
    calls: sessionCalls(service),
    commands: sessionCommands(service),
    metrics: () => ({ ...sessions.metrics(), ...signIn.metrics() }),
    async close() {
      stop();
      sessions.close();
      signIn.close();
      await drawer.close();
      await Promise.all(pending);
    },
  };
};

/**
 * Makes the pair of a sign-in link. Only their hashes are stored: anyone who has the pair signs in as this account until it expires, or its
 * account gets another password.
 */
export const createLoginLink = async (
  db: Database,
  userId: number,
  expiresMs: number,
): Promise<{ e: string; h: string }> => {
  const [e, h] = [newSecret(), newSecret()];
  await createSessionStore(db).addLink({ idHash: hashSecret(e), secretHash: hashSecret(h), userId, expiresMs });
  return { e, h };
};

export { CaptchaDrawer, type DrawCaptcha } from './captcha-drawer.ts';

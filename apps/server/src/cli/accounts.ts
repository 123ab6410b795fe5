// Commands around accounts: reset the admin's password, add a user, make a sign-in link. They work beside a running server.
import { type Right, rights } from '@outrider/contract';
import { type OpenAccounts, openAccounts } from '../app.ts';
import { createLoginLink } from '../features/session/index.ts';
import { ROOT_GROUP_ID } from '../features/group/index.ts';
import {
  INITIAL_ADMIN,
  type User,
  forgetInitialPassword,
  passwordFaults,
  randomPassword,
} from '../features/user/index.ts';
import { toPasswordHash } from '../kernel/credentials.ts';
import { AppError, StartError } from '../kernel/errors.ts';
import type { CliCommand, CommandContext } from './command.ts';
import { requireDataFolder } from './data-folder.ts';

/** What an account below level 0 may do unless it is said otherwise. */
const USUAL_RIGHTS = new Set<Right>([
  'P_dash',
  'P_tree',
  'P_live',
  'P_gppb',
  'P_lopb',
  'P_repb',
  'F_gps',
  'F_event',
  'F_talk',
  'F_ptz',
]);
const LINK_HOURS = 24;
const HOUR_MS = 3_600_000;

const withAccounts = async (
  context: CommandContext,
  work: (accounts: OpenAccounts) => Promise<void>,
): Promise<number> => {
  requireDataFolder(context.config.data);
  const accounts = await openAccounts(context.config.data);
  const stop = forgetInitialPassword(accounts.bus, context.config.data);
  try {
    await work(accounts);
    return 0;
  } catch (error) {
    if (error instanceof AppError) throw new StartError(error.message, { cause: error });
    throw error;
  } finally {
    stop();
    await accounts.close();
  }
};

/** The password from standard input with --password-stdin, else a random one that is printed. */
const choosePassword = async (context: CommandContext, userName: string): Promise<string> => {
  if (context.options['password-stdin'] === undefined) {
    const password = randomPassword();
    context.print(`Password of ${userName}: ${password}`);
    return password;
  }
  const password = (await context.readInput()).trimEnd();
  const faults = passwordFaults(password, userName);
  if (faults.length > 0) throw new StartError(`This password will not do: ${faults.join('; ')}.`);
  return password;
};

const nameOf = (context: CommandContext, usage: string): string => {
  const name = context.words[0];
  if (name === undefined || name.length > 64) throw new StartError(`Usage: ${usage}`);
  return name;
};

const mustFind = (accounts: OpenAccounts, name: string): User => {
  const user = accounts.users.byName(name);
  if (!user) throw new StartError(`There is no account named ${name}.`);
  return user;
};

export const resetAdminPassword: CliCommand = {
  usage: 'reset-admin-password [--password-stdin]',
  options: ['password-stdin'],
  about: 'Gives the account admin a new random password, or the one from standard input. Ends its sessions.',
  run: (context) =>
    withAccounts(context, async (accounts) => {
      const password = await choosePassword(context, INITIAL_ADMIN);
      const passwordHash = toPasswordHash(password);
      const admin = accounts.users.byName(INITIAL_ADMIN);
      if (admin) await accounts.users.setPassword(admin.id, passwordHash);
      else {
        const all = new Set(rights);
        await accounts.users.add({
          name: INITIAL_ADMIN,
          passwordHash,
          level: 0,
          rights: all,
          expiresMs: null,
          groupIds: [],
        });
      }
      context.print('The password of admin is changed.');
    }),
};

const readLevel = (context: CommandContext): number => {
  const text = context.options['level'] ?? '1';
  if (!/^[0-3]$/.test(text)) throw new StartError('level must be 0 (administrator), 1, 2 or 3 (most restricted).');
  return Number(text);
};

const readRights = (context: CommandContext): ReadonlySet<Right> => {
  const named = context.options['rights']?.split(',');
  if (!named) return USUAL_RIGHTS;
  const unknown = named.find((name) => !rights.some((right) => right === name));
  if (unknown !== undefined) throw new StartError(`${unknown} is no right. Rights: ${rights.join(', ')}.`);
  return new Set(rights.filter((right) => named.includes(right)));
};

const readGroups = (context: CommandContext, accounts: OpenAccounts): number[] => {
  const ids = (context.options['groups'] ?? String(ROOT_GROUP_ID)).split(',').map(Number);
  const known = accounts.groups.list();
  const unknown = ids.find((id) => !known.some((group) => group.id === id));
  if (unknown !== undefined)
    throw new StartError(`There is no such group. Groups: ${known.map(({ id, name }) => `${id} ${name}`).join(', ')}.`);
  return ids;
};

const ADD_USER = 'add-user NAME [--level 0..3] [--groups 1,2] [--rights P_live,…] [--password-stdin]';
export const addUser: CliCommand = {
  usage: ADD_USER,
  options: ['level', 'groups', 'rights', 'password-stdin'],
  about: 'Adds an account: by default level 1 with the usual rights and all devices, and a random password.',
  run: (context) =>
    withAccounts(context, async (accounts) => {
      const name = nameOf(context, ADD_USER);
      const level = readLevel(context);
      const groupIds = readGroups(context, accounts);
      const granted = readRights(context);
      if (accounts.users.byName(name)) throw new StartError(`There is an account named ${name} already.`);
      const passwordHash = toPasswordHash(await choosePassword(context, name));
      await accounts.users.add({ name, passwordHash, level, rights: granted, expiresMs: null, groupIds });
      context.print(`The account ${name} (level ${level}) is added.`);
    }),
};

const LOGIN_LINK = 'login-link NAME [--hours 24]';
export const loginLink: CliCommand = {
  usage: LOGIN_LINK,
  options: ['hours'],
  about: 'Prints an address that signs in as NAME without a password until it expires. Whoever has it can use it.',
  run: (context) =>
    withAccounts(context, async (accounts) => {
      const user = mustFind(accounts, nameOf(context, LOGIN_LINK));
      const hours = Number(context.options['hours'] ?? LINK_HOURS);
      if (!(hours > 0 && hours <= 8760)) throw new StartError('hours must be a number from 1 to 8760.');
      const { e, h } = await createLoginLink(accounts.opened.db, user.id, context.clock.now() + hours * HOUR_MS);
      const { tls, serverAddress, httpPort } = context.config;
      const origin = `${tls === 'off' ? 'http' : 'https'}://${serverAddress === '' ? 'localhost' : serverAddress}:${httpPort}`;
      context.print(`${origin}/login?e=${encodeURIComponent(e)}&h=${encodeURIComponent(h)}`);
    }),
};

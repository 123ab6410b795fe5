// Commands around accounts: reset the admin's password, add, change, list and remove accounts, make a sign-in link. They work
// beside a running server.
import { type Right, rights } from '@outrider/contract';
import type { Config } from '../config.ts';
import { createLoginLink } from '../features/session/index.ts';
import { ROOT_GROUP_ID } from '../features/group/index.ts';
import { INITIAL_ADMIN, type User, type UserChange, passwordFaults, randomPassword } from '../features/user/index.ts';
import { toPasswordHash } from '../kernel/access/credentials.ts';
import { StartError } from '../kernel/errors.ts';
import { readRunning } from '../running-file.ts';
import { mustFind, nameOf, readExpiry, readGroups, readLevel, readRights, withAccounts } from './account-words.ts';
import type { CliCommand, CommandContext } from './command.ts';
import { isRunning } from './data-folder.ts';

const LINK_HOURS = 24;
const HOUR_MS = 3_600_000;

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

export const resetAdminPassword: CliCommand = {
  usage: 'reset-admin-password [--password-stdin]',
  options: ['password-stdin'],
  about:
    'Gives the account admin a new random password, or the one from standard input. Ends its sessions and sign-in links.',
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

const ADD_USER =
  'add-user NAME [--level 0..3] [--groups 1,2] [--rights P_live,…] [--expires 2030-12-31] [--password-stdin]';
export const addUser: CliCommand = {
  usage: ADD_USER,
  options: ['level', 'groups', 'rights', 'expires', 'password-stdin'],
  about:
    'Adds an account: by default level 1 with the rights of its permission set, all devices, and a random password.',
  run: (context) =>
    withAccounts(context, async (accounts) => {
      const { options } = context;
      const name = nameOf(context, ADD_USER);
      const level = readLevel(options['level'] ?? '1', accounts);
      const groupIds = readGroups(options['groups'] ?? String(ROOT_GROUP_ID), accounts);
      const own = options['rights'] === undefined ? null : readRights(options['rights']);
      const expiresMs = readExpiry(options['expires'] ?? 'never');
      if (accounts.users.byName(name)) throw new StartError(`There is an account named ${name} already.`);
      const passwordHash = toPasswordHash(await choosePassword(context, name));
      await accounts.users.add({ name, passwordHash, level, rights: own, expiresMs, groupIds });
      context.print(`The account ${name} (level ${level}) is added.`);
    }),
};

const CHANGE_USER =
  'change-user NAME [--level 2] [--groups 1,2] [--rights P_live,… | set] [--expires 2030-12-31 | never] [--password-stdin]';
export const changeUser: CliCommand = {
  usage: CHANGE_USER,
  options: ['level', 'groups', 'rights', 'expires', 'password-stdin'],
  about:
    'Changes what is named. It stays signed in, but for another password or an expiry that is over. --rights set gives it the rights of its permission set.',
  run: (context) =>
    withAccounts(context, async (accounts) => {
      const { level, groups, rights: own, expires } = context.options;
      const user = mustFind(accounts, nameOf(context, CHANGE_USER));
      const change: UserChange = {
        ...(level === undefined ? {} : { level: readLevel(level, accounts) }),
        ...(groups === undefined ? {} : { groupIds: readGroups(groups, accounts) }),
        ...(own === undefined ? {} : { rights: own === 'set' ? null : readRights(own) }),
        ...(expires === undefined ? {} : { expiresMs: readExpiry(expires) }),
      };
      if (user.name === INITIAL_ADMIN && (change.level ?? 0) !== 0)
        throw new StartError('The account admin stays an administrator.');
      // First: one that will not do is no reason to have changed the rest.
      const password =
        context.options['password-stdin'] === undefined ? undefined : await choosePassword(context, user.name);
      await accounts.users.change(user.id, change);
      if (password !== undefined) await accounts.users.setPassword(user.id, toPasswordHash(password));
      context.print(`The account ${user.name} is changed.`);
    }),
};

const REMOVE_USER = 'remove-user NAME';
export const removeUser: CliCommand = {
  usage: REMOVE_USER,
  options: [],
  about: 'Removes an account and ends its sessions. The account admin stays.',
  run: (context) =>
    withAccounts(context, async (accounts) => {
      const user = mustFind(accounts, nameOf(context, REMOVE_USER));
      if (user.name === INITIAL_ADMIN) throw new StartError('The account admin cannot be removed.');
      await accounts.users.remove(user.id);
      context.print(`The account ${user.name} is removed.`);
    }),
};

const listed = (granted: ReadonlySet<Right>): string =>
  granted.size === rights.length ? 'all rights' : [...granted].join(',') || 'no rights';
const describe = ({ name, level, groupIds, expiresMs, rights: granted }: User): string =>
  [
    name,
    `level ${level}`,
    level === 0 ? 'all devices' : `groups ${groupIds.join(',') || 'none'}`,
    expiresMs === null ? 'never expires' : `expires ${new Date(expiresMs).toISOString()}`,
    listed(granted),
  ].join('; ');

export const listUsers: CliCommand = {
  usage: 'list-users',
  options: [],
  about: 'Lists the accounts with level, groups, expiry and rights, and the permission sets.',
  run: (context) =>
    withAccounts(context, async ({ users }) => {
      for (const user of users.list()) context.print(describe(user));
      for (const { id, name, rights: granted } of users.permissionSets())
        context.print(`permission set ${id} ${name}; ${listed(granted)}`);
    }),
};

const SET_RIGHTS = 'set-rights LEVEL [--name Operator] [--rights P_live,… | all | none]';
export const setRights: CliCommand = {
  usage: SET_RIGHTS,
  options: ['name', 'rights'],
  about:
    'Makes or changes a permission set: the rights of every account of that level (1 to 99) without rights of its own.',
  run: (context) =>
    withAccounts(context, async ({ users }) => {
      const id = nameOf(context, SET_RIGHTS);
      if (!/^[1-9]\d?$/.test(id)) throw new StartError(`Usage: ${SET_RIGHTS}`);
      const before = users.permissionSets().find((set) => set.id === Number(id));
      const name = context.options['name'] ?? before?.name ?? `Level ${id}`;
      const text = context.options['rights'];
      const granted = text === undefined ? (before?.rights ?? new Set<Right>()) : readRights(text);
      await users.setPermissionSet({ id: Number(id), name, rights: granted });
      context.print(`The permission set ${id} ${name} holds: ${listed(granted)}.`);
    }),
};

/** Of the server that runs on the data folder, with its flags and the ports it found; of the configuration where none runs. */
const originOf = ({ data, tls, host, serverAddress, httpPort }: Config): string => {
  const running = isRunning(data) ? readRunning(data) : undefined;
  const found = running ?? { secure: tls !== 'off', host, serverAddress, httpPort };
  const everywhere = found.host === '0.0.0.0' || found.host === '::';
  const named = serverAddress === '' ? found.serverAddress : serverAddress;
  const name = named === '' ? (everywhere ? 'localhost' : found.host) : named;
  return `${found.secure ? 'https' : 'http'}://${name.includes(':') ? `[${name}]` : name}:${found.httpPort}`;
};

const LOGIN_LINK = 'login-link NAME [--hours 24]';
export const loginLink: CliCommand = {
  usage: LOGIN_LINK,
  options: ['hours'],
  about:
    'Prints an address that signs in as NAME without a password until it expires, or that account gets another password. Anyone who has it can use it.',
  run: (context) =>
    withAccounts(context, async (accounts) => {
      const user = mustFind(accounts, nameOf(context, LOGIN_LINK));
      const hours = Number(context.options['hours'] ?? LINK_HOURS);
      if (!(hours > 0 && hours <= 8760)) throw new StartError('hours must be a number from 1 to 8760.');
      const { e, h } = await createLoginLink(accounts.opened.db, user.id, context.clock.now() + hours * HOUR_MS);
      context.print(`${originOf(context.config)}/login?e=${encodeURIComponent(e)}&h=${encodeURIComponent(h)}`);
    }),
};

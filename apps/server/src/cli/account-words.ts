// What the commands around accounts and groups share: opening the database, and reading names, levels, rights, groups and days.
import { type Right, rights } from '@outrider/contract';
import { type OpenAccounts, openAccounts } from '../app.ts';
import type { User } from '../features/user/index.ts';
import { forgetInitialPassword } from '../features/user/index.ts';
import { diskFullStartError, isDiskFull } from '../kernel/storage/disk-full.ts';
import { AppError, StartError } from '../kernel/errors.ts';
import type { CommandContext } from './command.ts';
import { requireDataFolder } from './data-folder.ts';

const DAY_MS = 86_400_000;

/** Runs the work on the accounts and groups of the data folder. AppErrors of the work come out as StartError. */
export const withAccounts = async (
  context: CommandContext,
  work: (accounts: OpenAccounts) => Promise<void>,
): Promise<number> => {
  requireDataFolder(context.config.data);
  const accounts = await openAccounts(context.config.data, { clock: context.clock });
  const stop = forgetInitialPassword(accounts.bus, context.config.data);
  try {
    await work(accounts);
    return 0;
  } catch (error) {
    if (isDiskFull(error)) throw diskFullStartError(context.config.data, error);
    if (error instanceof AppError) throw new StartError(error.message, { cause: error });
    throw error;
  } finally {
    stop();
    await accounts.close();
  }
};

/** The first word behind the command; throws StartError with its usage. */
export const nameOf = (context: CommandContext, usage: string): string => {
  const name = context.words[0];
  if (name === undefined || name === '' || name.length > 64) throw new StartError(`Usage: ${usage}`);
  return name;
};

export const mustFind = (accounts: OpenAccounts, name: string): User => {
  const user = accounts.users.byName(name);
  if (!user) throw new StartError(`There is no account named ${name}.`);
  return user;
};

/** 0 to 3, or the number of another permission set. */
export const readLevel = (text: string, accounts: OpenAccounts): number => {
  const known = accounts.users.permissionSets().map(({ id }) => String(id));
  if (!['0', '1', '2', '3', ...known].includes(text))
    throw new StartError(
      'level must be 0 (administrator), 1, 2, 3 (most restricted) or the number of a permission set.',
    );
  return Number(text);
};

/** Names separated by commas; 'none' and 'all' stand for themselves. */
export const readRights = (text: string): ReadonlySet<Right> => {
  if (text === 'none') return new Set();
  if (text === 'all') return new Set(rights);
  const named = text.split(',');
  const unknown = named.find((name) => !rights.some((right) => right === name));
  if (unknown !== undefined) throw new StartError(`${unknown} is no right. Rights: ${rights.join(', ')}.`);
  return new Set(rights.filter((right) => named.includes(right)));
};

/** Numbers of groups, separated by commas; 'none' for none. */
export const readGroups = (text: string, accounts: OpenAccounts): number[] => {
  const ids = text === 'none' ? [] : [...new Set(text.split(',').map(Number))];
  const known = accounts.groups.list();
  const unknown = ids.find((id) => !known.some((group) => group.id === id));
  if (unknown !== undefined)
    throw new StartError(`There is no such group. Groups: ${known.map(({ id, name }) => `${id} ${name}`).join(', ')}.`);
  return ids;
};

/** The end (UTC) of a day like 2030-12-31, or null for never. */
export const readExpiry = (text: string): number | null => {
  if (text === 'never') return null;
  const startMs = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : NaN;
  // The 31st of a month that has none is read as a day of the next.
  if (Number.isNaN(startMs) || !new Date(startMs).toISOString().startsWith(text))
    throw new StartError('expires must be a day like 2030-12-31, or never.');
  return startMs + DAY_MS;
};

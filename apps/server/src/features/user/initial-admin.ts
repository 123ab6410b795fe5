// The first account of a new data folder: 'admin' with a random password, told once and kept in a file only the owner can read.
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rights } from '@outrider/contract';
import type { Bus } from '../../kernel/bus.ts';
import { toPasswordHash } from '../../kernel/access/credentials.ts';
import { randomPassword } from './password-rule.ts';
import type { Users } from './service.ts';

export const INITIAL_ADMIN = 'admin';
export const initialPasswordPath = (dataFolder: string): string => join(dataFolder, 'initial-admin-password');
const OWNER_ONLY = 0o600;

/** Makes the account when there is none at all. Gives the password the first time, null later. */
export const ensureInitialAdmin = async (users: Users, dataFolder: string): Promise<string | null> => {
  if (users.list().length > 0) return null;
  const password = randomPassword();
  // The file comes first: an account whose password nobody knows would lock everyone out.
  writeFileSync(initialPasswordPath(dataFolder), `${password}\n`, { mode: OWNER_ONLY });
  await users.add({
    name: INITIAL_ADMIN,
    passwordHash: toPasswordHash(password),
    level: 0,
    rights: new Set(rights),
    expiresMs: null,
    groupIds: [],
  });
  return password;
};

/** Removes the file as soon as the account ends its sessions: the password in it is then no longer the right one. */
export const forgetInitialPassword = (bus: Bus, dataFolder: string): (() => void) =>
  bus.subscribe('account.ended', ({ userName }) => {
    const path = initialPasswordPath(dataFolder);
    if (userName === INITIAL_ADMIN && existsSync(path)) rmSync(path, { force: true });
  });

// What the demo remembers of itself, and its groups and account: made once, also where the server is killed in between.
import { AppError } from '@outrider/contract';
import { z } from 'zod';
import type { Settings } from '../settings/index.ts';
import { DEMO_USER, demoGroups } from './vehicles.ts';

/**
 * Groups and accounts of the server. `begun`: a server that ended since had begun to make it, and what has the name already is that one;
 * otherwise it is somebody else's.
 */
export type DemoAccounts = {
  /** Gives the number of the group, which holds these devices. Rejects where the name is taken. */
  addGroup: (name: string, deviceIds: readonly string[], begun: boolean) => Promise<number>;
  /** An account that nobody can sign in with before an administrator gives it a password. False where the name is taken. */
  addUser: (name: string, groupIds: readonly number[], begun: boolean) => Promise<boolean>;
  /** What is gone already is passed over. */
  removeUser: (name: string) => Promise<void>;
  removeGroup: (groupId: number) => Promise<void>;
};

export const SETTING = 'demo';
export const remembered = z.object({
  removed: z.boolean(),
  deviceIds: z.array(z.string()),
  /** What of the groups and the account was begun to be made, by name. */
  begun: z.array(z.string()).optional(),
  groupIds: z.array(z.number()).optional(),
  user: z.boolean().optional(),
  /** Somebody has looked around already. */
  toured: z.boolean().optional(),
  /** The tree view has been laid out. */
  layout: z.boolean().optional(),
});

/** Makes groups and an account of one of them, the first time only: what the operator removed stays removed. */
export const makeGroups = async ({
  settings,
  accounts,
}: {
  settings: Pick<Settings, 'get' | 'set'>;
  accounts: DemoAccounts;
}): Promise<void> => {
  const before = settings.get(SETTING, remembered);
  if (before === undefined || before.groupIds !== undefined) return;
  const { begun: begunBefore = [], ...known } = before;
  const names = new Set(begunBefore);
  const make = async <T>(name: string, action: (begun: boolean) => Promise<T>): Promise<T> => {
    const begun = names.has(name);
    if (begun) return action(true);
    await settings.set(SETTING, { ...known, begun: [...names.add(name)] });
    try {
      return await action(false);
    } catch (error) {
      if (error instanceof AppError && error.code === 'conflict') {
        names.delete(name); // what has the name is not ours
        await settings.set(SETTING, { ...known, begun: [...names] });
      }
      throw error;
    }
  };
  const groupIds: number[] = [];
  for (const { name, deviceIds } of demoGroups(before.deviceIds))
    // oxlint-disable-next-line no-await-in-loop -- two of them
    groupIds.push(await make(name, (begun) => accounts.addGroup(name, deviceIds, begun)));
  const user = await make(DEMO_USER, (begun) => accounts.addUser(DEMO_USER, groupIds.slice(0, 1), begun));
  await settings.set(SETTING, { ...known, groupIds, user });
};

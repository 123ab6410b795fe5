// The groups and the account of the demo where a server is killed while it makes them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError } from '@outrider/contract';
import { type DemoAccounts, makeGroups, SETTING } from './groups.ts';
import { DEMO_USER } from './vehicles.ts';

const KILLED = new Promise<never>(() => undefined);
const IDS = ['1', '2', '3'];

/** Lets everything happen that needs no time. */
const settle = async (): Promise<void> => {
  for (let i = 0; i < 20; i += 1) await new Promise(setImmediate);
};

const setScene = () => {
  const stored = new Map<string, unknown>();
  const groups = new Map<string, { id: number; deviceIds: readonly string[] }>();
  let ids = 0;
  const users: string[] = [];
  /** How many changes a server makes before it is killed. */
  const state = { changes: Number.MAX_SAFE_INTEGER };
  const change = <T>(made: () => T): Promise<T> => {
    if (state.changes === 0) return KILLED;
    state.changes -= 1;
    return Promise.resolve(made());
  };
  const accounts: DemoAccounts = {
    async addGroup(name, deviceIds, begun) {
      const known = groups.get(name);
      if (known !== undefined && !begun) throw new AppError('conflict', 'A group of that name is here already.');
      const group = known ?? (await change(() => ({ id: (ids += 1), deviceIds: [] })));
      groups.set(name, group);
      await change(() => groups.set(name, { ...group, deviceIds }));
      return group.id;
    },
    async addUser(name, _groupIds, begun) {
      if (users.includes(name)) return begun;
      await change(() => users.push(name));
      return true;
    },
    removeUser: () => assert.fail(),
    removeGroup: () => assert.fail(),
  };
  const settings = {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what was stored here
    get: (name: string) => stored.get(name) as never,
    set: (name: string, value: unknown) => change(() => void stored.set(name, value)),
  };
  stored.set(SETTING, { removed: false, deviceIds: IDS });
  return { state, stored, groups, users, make: () => makeGroups({ settings, accounts }) };
};

const WHOLE = { removed: false, deviceIds: IDS, groupIds: [1, 2], user: true };

test('a server that was killed at any moment leaves the rest to the next one', async () => {
  for (let changes = 0; ; changes += 1) {
    const { state, stored, groups, users, make } = setScene();
    state.changes = changes;
    let whole = false;
    void make().then(() => (whole = true));
    await settle();
    state.changes = Number.MAX_SAFE_INTEGER;
    if (!whole) await make();
    assert.deepEqual(stored.get(SETTING), WHOLE, `killed after ${changes} changes`);
    assert.deepEqual(
      [...groups],
      [
        ['North', { id: 1, deviceIds: ['1', '2'] }],
        ['South', { id: 2, deviceIds: ['3'] }],
      ],
    );
    assert.deepEqual(users, [DEMO_USER]);
    if (whole) {
      assert.ok(changes > 5);
      return;
    }
  }
});

test('a group and an account of these names that somebody else made are not taken for its own', async () => {
  const { stored, groups, users, make } = setScene();
  groups.set('South', { id: 9, deviceIds: ['x'] });
  users.push(DEMO_USER);
  await assert.rejects(make(), /name is here already/);
  await assert.rejects(make(), /name is here already/);
  groups.delete('South');
  await make();
  assert.deepEqual(stored.get(SETTING), { ...WHOLE, user: false });
  assert.deepEqual([groups.size, users], [2, [DEMO_USER]]);
});

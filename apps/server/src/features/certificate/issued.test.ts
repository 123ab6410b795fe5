// What is kept of an authority over tries that fail: one account, however often one is asked.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { z } from 'zod';
import { silentLog } from '../../kernel/log.ts';
import { createManualClock } from '../../kernel/manual-clock.ts';
import type { Issue } from '../../kernel/web/issue.ts';
import { Issued } from './issued.ts';

const NAMES = 'fleet.test';
const MAIL = 'admin@fleet.test';

/** An authority that makes an account for each new key, and then refuses what is ordered. */
const createAuthority = () => {
  const accounts: string[] = [];
  const issue: Issue = async ({ accountKey, keepAccount }) => {
    if (accountKey === '') {
      const made = `key ${accounts.length + 1}`;
      await keepAccount(made);
      accounts.push(made);
    }
    throw new Error('the order is refused');
  };
  return { accounts, issue };
};

const setUp = (issue: Issue) => {
  const stored = new Map<string, unknown>();
  let full = false;
  const settings = {
    get: <S extends z.ZodType>(key: string, schema: S) => (stored.has(key) ? schema.parse(stored.get(key)) : undefined),
    set: async (key: string, value: unknown) => {
      if (full) throw new Error('the disk is full');
      stored.set(key, value);
    },
  };
  const kit = { settings, clock: createManualClock(), log: silentLog, issue, host: '127.0.0.1', port: 0 };
  const open = () => new Issued({ ...kit, changed: () => undefined });
  return { open, stored, fill: () => (full = true) };
};

test('tries that fail make one account with the authority, also over a restart, and keep what was asked for', async () => {
  const { accounts, issue } = createAuthority();
  const { open } = setUp(issue);
  let issued = open();
  for (let i = 0; i < 3; i += 1) await assert.rejects(issued.get(NAMES, MAIL), /No certificate: the order is refused/);
  await issued.close();
  issued = open();
  await assert.rejects(issued.renew(), /the order is refused/);
  const { accountKey, domains, email, cert, text } = issued.state;
  assert.deepEqual(
    [accounts, accountKey, domains, email, cert, text],
    [['key 1'], 'key 1', NAMES, MAIL, '', 'No certificate: the order is refused'],
  );
  await issued.close();
});

test('an account whose key cannot be kept is not made', async () => {
  const { accounts, issue } = createAuthority();
  const { open, fill } = setUp(issue);
  const issued = open();
  fill();
  await assert.rejects(issued.get(NAMES, MAIL), /the disk is full/);
  assert.deepEqual(accounts, []);
  await issued.close();
});

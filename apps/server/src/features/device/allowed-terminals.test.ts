// Permissions of terminals in a real table: what a start finds of them, and a disk that takes none.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { createLocalBus } from '../../adapters/local-bus/local-bus.ts';
import { openSqlite } from '../../adapters/sqlite/sqlite.ts';
import type { TerminalRequest } from '../../gateway/index.ts';
import { silentLog } from '../../kernel/log.ts';
import { createManualClock } from '../../kernel/manual-clock.ts';
import { DeviceDirectory } from './directory.ts';
import { createDeviceStore } from './store.ts';
import { createAdmissionStore } from './store/admissions.ts';
import { createAllowedTerminalStore } from './store/allowed-terminals.ts';

const MIGRATIONS = join(import.meta.dirname, '../../../migrations');
const ALLOWED_MS = 30 * 60_000;

const request: TerminalRequest = {
  terminalId: '13800000101',
  kind: 'register',
  authCode: '',
  plate: 'AB',
  manufacturer: 'MFR',
  model: 'M1',
  hardwareId: 'T2',
  transport: 'tcp',
  remoteAddress: '192.0.2.1',
};

const setUp = (t: TestContext) => {
  const clock = createManualClock();
  const opened = openSqlite(':memory:', MIGRATIONS);
  t.after(() => opened.close());
  const allowed = createAllowedTerminalStore(opened.db);
  const policy = { newDevices: 'accept-new', acceptAnyCode: false, reRegistration: 'same-terminal' } as const;
  const store = createDeviceStore(opened.db);
  const synced = (): Promise<void> => opened.synced();
  const admissions = createAdmissionStore(opened.db);
  const kit = { store, admissions, allowed, bus: createLocalBus(silentLog), clock, log: silentLog, policy, synced };
  const directory = new DeviceDirectory(kit, []);
  directory.waiting.add(request);
  const [entry] = directory.waiting.list();
  assert.ok(entry);
  return { clock, opened, allowed, directory, id: entry.id };
};

test('a start finds what was allowed last, and nothing whose time is over; the row goes with the next sweep', async (t) => {
  const { clock, allowed, directory, id } = setUp(t);
  const first = await directory.allowAgain(id, 'ann');
  clock.advance(1000);
  const second = await directory.allowAgain(id, 'bob');
  assert.ok(first && second);
  assert.deepEqual(await allowed.load(clock.now()), [second]);
  clock.advance(ALLOWED_MS);
  assert.deepEqual(await allowed.load(clock.now()), []);
  assert.deepEqual(await allowed.load(first.allowedUntilMs), [second]);
  directory.sweep();
  await directory.settled();
  assert.deepEqual(await allowed.load(0), []);
});

test('what the disk does not take is not allowed', async (t) => {
  const { opened, directory, id } = setUp(t);
  opened.refuseWrites('full');
  await assert.rejects(directory.allowAgain(id, 'ann'), { code: 'unavailable' });
  assert.equal(directory.waiting.list()[0]?.allowedUntilMs, null);
  assert.equal(directory.waiting.useLeave(request), undefined);
});

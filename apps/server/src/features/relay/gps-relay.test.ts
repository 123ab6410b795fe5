// What waits for a platform that nobody can reach: bounded over all devices, the oldest given up first and counted.
import assert from 'node:assert/strict';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { test } from 'node:test';
import { createLocalBus } from '../../adapters/local-bus/local-bus.ts';
import { silentLog } from '../../kernel/log.ts';
import { createManualClock } from '../../kernel/manual-clock.ts';
import { GpsRelay, type RelayBounds } from './gps-relay.ts';
import type { DeviceRow, Owed } from './owed.ts';
import { rowOf } from './test-row.ts';

const BODY_BYTES = 28;
const ROW_BYTES = 39;
const HOUR_MS = 3_600_000;
const SAVE_MS = 10_000;
const MANY: RelayBounds = { positions: 1000, bytes: 1_000_000, journalBytes: 1_000_000 };

const setUp = (bounds: Partial<RelayBounds>) => {
  const clock = createManualClock();
  const bus = createLocalBus(silentLog);
  const rows: { id: number; data: Uint8Array }[] = [];
  let owing: DeviceRow[] = [];
  const none = (): Promise<void> => Promise.resolve();
  const relay = new GpsRelay({
    bus,
    clock,
    log: silentLog,
    bounds: { ...MANY, ...bounds },
    synced: none,
    // Never answered: nobody dials.
    codes: { read: () => Promise.withResolvers<string>().promise, save: none },
    deviceOf: (key) => {
      if (key === 7) throw new Error('odd');
      return key === 9 ? undefined : { deviceId: key === 8 ? 'name' : String(key), plate: '', online: true };
    },
    journal: {
      read: () => Promise.resolve({ sums: null, packedId: 0, lastId: 0 }),
      rowsAfter: (id) => Promise.resolve(rows.filter((row) => row.id > id)),
      onDeleting: () => undefined,
    },
    store: {
      read: () => Promise.resolve<Owed | null>(null),
      begin: none,
      clear: none,
      moveCursor: none,
      removeDevices: none,
      owe: (more) => {
        owing = [...more];
        return Promise.resolve();
      },
    },
  });
  relay.aim({ host: '192.0.2.1', port: 808 });
  const settled = async (): Promise<void> => {
    for (let turn = 0; turn < 20; turn += 1) await nextTurn();
  };
  const reportedBefore = async (ms: number, ...deviceKeys: number[]): Promise<void> => {
    rows.push({ id: rows.length + 1, data: rowOf(deviceKeys, clock.now() - ms) });
    bus.publish('positions.journaled', { journalId: rows.length });
    clock.advance(100);
    await settled();
  };
  return {
    relay,
    report: (...deviceKeys: number[]): Promise<void> => reportedBefore(0, ...deviceKeys),
    reportedBefore,
    pass: async (ms: number): Promise<void> => {
      clock.advance(ms);
      await settled();
    },
    /** The row with which what each device owes begins. */
    oldest: async (): Promise<string> => {
      for (let time = 0; time < 2; time += 1) {
        clock.advance(SAVE_MS);
        await settled();
      }
      return owing.map(({ deviceKey, journalId }) => `${deviceKey}:${journalId}`).join(' ');
    },
    numbers: (): unknown[] => {
      const { waiting, dropped, trouble } = relay.state();
      return [waiting, dropped, trouble];
    },
  };
};

test('of too many positions the oldest are given up, whose ever they are; who is no terminal is said, who is not registered is left out', async () => {
  const { report, numbers, oldest } = setUp({ positions: 4 });
  await report(1);
  await report(2, 9);
  await report(2, 3);
  assert.deepEqual(numbers(), [4, 0, '']);
  await report(3);
  assert.deepEqual(numbers(), [4, 1, 'Too many positions wait.']);
  assert.equal(await oldest(), '2:2 3:3');
  await report(8);
  assert.deepEqual(numbers(), [4, 2, 'name is no number of a terminal.']);
});

test('so are those of too many bytes in memory', async () => {
  const { report, numbers } = setUp({ bytes: 3 * BODY_BYTES });
  for (const key of [1, 2, 3]) await report(key);
  assert.deepEqual(numbers(), [3, 0, '']);
  await report(1);
  assert.deepEqual(numbers(), [3, 1, 'Too many positions wait.']);
});

test('and those that hold back too much of the journal, within a second; what nobody needs holds nothing back', async () => {
  const { report, numbers, pass } = setUp({ journalBytes: 4 * ROW_BYTES });
  for (let row = 1; row <= 6; row += 1) await report(9);
  await pass(1000);
  assert.deepEqual(numbers(), [0, 0, '']);
  await report(1);
  for (let row = 8; row <= 10; row += 1) await report(9);
  await pass(1000);
  assert.deepEqual(numbers(), [1, 0, '']);
  await report(2);
  await pass(1000);
  assert.deepEqual(numbers(), [1, 1, 'Too many positions wait.']);
});

test('what has waited an hour is given up, by the time at which it was received', async () => {
  const { report, reportedBefore, numbers, pass } = setUp({});
  await report(1);
  await pass(HOUR_MS / 2);
  await report(1);
  await pass(HOUR_MS / 2 - 2000);
  assert.deepEqual(numbers().slice(0, 2), [2, 0]);
  await pass(3000);
  assert.deepEqual(numbers().slice(0, 2), [1, 1]);
  await reportedBefore(HOUR_MS, 2); // read again after the server was down
  await pass(1000);
  assert.deepEqual(numbers().slice(0, 2), [1, 2]);
});

test('one that cannot be passed on is counted as given up, and what stands behind it waits', async () => {
  const { report, numbers, oldest } = setUp({});
  await report(1, 7, 2);
  await report(3);
  assert.deepEqual(numbers(), [3, 1, '']);
  assert.equal(await oldest(), '1:1 2:1 3:2');
});

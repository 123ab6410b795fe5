// A relay that reads the journal, over kills and orderly ends, on both databases: what it owes is read again, what is settled is not.
import assert from 'node:assert/strict';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createLocalBus } from '../../adapters/local-bus/local-bus.ts';
import { eachStore } from '../../adapters/test-stores.ts';
import { createTestLog, silentLog } from '../../kernel/log.ts';
import { createManualClock } from '../../kernel/manual-clock.ts';
import type { Database } from '../../kernel/storage/db.ts';
import { OwedJournal } from './owed-journal.ts';
import { createRelayOwedStore } from './store.ts';
import { rowOf } from './test-row.ts';

const HERE = '192.0.2.1:808';
const SAVE_MS = 10_000;
/** A device whose positions nobody can take. */
const ODD = 99;
/** A journal, and servers that start on it and the database one after the other. */
const setUp = (db: Database) => {
  const rows: { id: number; data: Uint8Array }[] = [];
  const disk = { lastId: 0, packedId: 0, synced: true };
  const start = (target: string | null) => {
    const clock = createManualClock();
    const bus = createLocalBus(silentLog);
    const log = createTestLog();
    const taken: string[] = [];
    let lost = 0;
    const waiting = new Map<number, number[]>();
    let mayDelete = (): Promise<number | null> => Promise.resolve(null);
    const relay = new OwedJournal(
      {
        bus,
        clock,
        log,
        store: createRelayOwedStore(db),
        synced: () => (disk.synced ? Promise.resolve() : Promise.reject(new Error('full'))),
        journal: {
          read: () => Promise.resolve({ sums: null, packedId: disk.packedId, lastId: disk.lastId }),
          rowsAfter: (id) => Promise.resolve(rows.filter((row) => row.id > id).slice(0, 2)),
          onDeleting: (ask) => {
            mayDelete = ask;
          },
        },
      },
      {
        take(deviceKey, _position, { row, isLate }) {
          if (deviceKey === ODD) throw new RangeError('odd');
          taken.push(`${row}:${deviceKey}${isLate ? ' late' : ''}`);
          waiting.set(deviceKey, [...(waiting.get(deviceKey) ?? []), row]);
        },
        lost: () => void (lost += 1),
        tookRow: () => undefined,
        *waiting() {
          for (const [key, [first]] of waiting) if (first !== undefined) yield [key, first];
        },
      },
    );
    const begun = relay.aim(target, { resumes: true });
    return {
      relay,
      begun,
      lost: () => lost,
      said: () => log.lines.map(({ text }) => text),
      mayDelete: () => mayDelete(),
      async deletesTo(row: number): Promise<void> {
        for (let turn = 0; turn < 2000 && (await mayDelete()) !== row; turn += 1) {
          await nextTurn();
          await createRelayOwedStore(db).read(HERE); // as long as a change of the database takes
        }
        assert.equal(await mayDelete(), row);
      },
      /** What was reported, soon. */
      async took(...expected: string[]): Promise<void> {
        for (let turn = 0; turn < 2000 && taken.length < expected.length; turn += 1) await nextTurn();
        await nextTurn();
        assert.deepEqual(taken.splice(0), expected);
      },
      sent: (deviceKey: number) => void waiting.delete(deviceKey),
      /** Twice: what waits no longer than between two times is not written. */
      async saved(row: number, ...behind: number[]): Promise<void> {
        for (let time = 0; time < 2; time += 1) {
          clock.advance(SAVE_MS);
          await nextTurn();
        }
        const stored = async (): Promise<string> => {
          const { cursor = 0, devices = [] } = (await createRelayOwedStore(db).read(HERE)) ?? {};
          return [cursor, ...[...devices].flat()].join();
        };
        const expected = [row, ...behind].join();
        for (let turn = 0; turn < 2000 && (await stored()) !== expected; turn += 1) await nextTurn();
        assert.equal(await stored(), expected);
      },
      report(...deviceKeys: number[]): void {
        disk.lastId += 1;
        rows.push({ id: disk.lastId, data: rowOf(deviceKeys) });
        bus.publish('positions.journaled', { journalId: disk.lastId });
        clock.advance(100);
      },
    };
  };
  return { disk, start };
};

eachStore(
  'what waits when the server is killed is read again, of who has sent everything only what is new',
  async (_t, { db }) => {
    const { disk, start } = setUp(db);
    disk.lastId = 5;
    const first = start(HERE);
    await first.begun;
    first.report(1, 2);
    first.report(2, 1);
    await first.took('6:1', '6:2', '7:2', '7:1');
    first.sent(2);
    assert.equal(await first.mayDelete(), 5);
    await first.saved(7, 1, 6);
    assert.equal(await first.mayDelete(), 5, 'device 1 owes row 6');
    first.report(1, 2, 3);
    await first.took('8:1', '8:2', '8:3');

    const second = start(HERE); // the first was killed
    await second.begun;
    await second.took('6:1 late', '7:1 late', '8:1 late', '8:2 late', '8:3 late');
    second.report(3);
    await second.took('9:3');
    for (const key of [1, 2]) second.sent(key);
    await second.relay.close();

    const third = start(HERE);
    await third.begun;
    await third.took('8:3 late', '9:3 late');
    for (const key of [3]) third.sent(key);
    await third.saved(9);
    await third.deletesTo(9);
    disk.synced = false;
    assert.equal(await third.mayDelete(), 0, 'a power cut might take back what is stored');
  },
);

eachStore('what is owed is that of one target, and of none while it is off', async (_t, { db }) => {
  const { disk, start } = setUp(db);
  const first = start(HERE);
  await first.begun;
  first.report(1);
  await first.took('1:1');
  await first.relay.aim('192.0.2.2:808', { resumes: false });
  first.report(1);
  await first.took('2:1');
  void first.relay.aim(null, { resumes: false });
  first.report(1);
  await first.took();
  assert.equal(await first.mayDelete(), null);
  const begun = first.relay.aim(HERE, { resumes: false });
  assert.equal(await first.mayDelete(), 0, 'nothing before it is known what is owed');
  first.report(1);
  await begun;
  await first.took('4:1');
  assert.equal(await first.mayDelete(), 3);
  disk.lastId = 2; // tracks were put back as they were before
  const second = start(HERE);
  await second.begun;
  assert.equal(await second.mayDelete(), 2);
});

eachStore('another address counts at whatever moment of the beginning it comes', async (_t, { db }) => {
  const { disk, start } = setUp(db);
  for (let moment = 0; moment < 60; moment += 1) {
    const relay = start(null);
    await relay.begun;
    const begun = relay.relay.aim('192.0.2.2:808', { resumes: false });
    for (let step = 0; step < moment; step += 1) await (moment % 2 === 0 ? nextTurn() : Promise.resolve());
    await Promise.all([begun, relay.relay.aim(HERE, { resumes: false })]);
    assert.equal((await createRelayOwedStore(db).read(HERE))?.cursor, disk.lastId, `moment ${moment}`);
    relay.report(1);
    await relay.took(`${disk.lastId}:1`);
    await relay.relay.close();
  }
});

eachStore(
  'a position that nobody can take is lost and said once, and keeps no other from being sent',
  async (_t, { db }) => {
    const relay = setUp(db).start(HERE);
    await relay.begun;
    relay.report(1, ODD, 2, ODD);
    await relay.took('1:1', '1:2');
    relay.report(ODD, 3);
    await relay.took('2:3');
    assert.equal(relay.lost(), 3);
    assert.deepEqual(relay.said(), ['a position cannot be passed on']);
    for (const key of [1, 2, 3]) relay.sent(key);
    await relay.saved(2);
    await relay.deletesTo(2);
  },
);

// Walking the list of events: pages without a gap, filters before the limit, and a list of changes that loses nothing. On both databases.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type InputOf, MAX_EVENTS_FOUND, postEventQuery } from '@outrider/contract';
import fc from 'fast-check';
import { eachStore } from '../../../adapters/test-stores.ts';
import { openSqlite } from '../../../adapters/sqlite/sqlite.ts';
import { createManualClock } from '../../../kernel/manual-clock.ts';
import type { Database } from '../../../kernel/storage/db.ts';
import { join } from 'node:path';
import { createStamps } from '../stamps.ts';
import { createEventStore, type StoredEvent } from '../store.ts';
import { type Asked, searchOf, type Sight, walkEvents } from './search.ts';
import { createEventListStore, type ListRow } from './store.ts';

const MIGRATIONS = join(import.meta.dirname, '../../../../migrations');
const NOW_MS = 1_800_000_000_000;
const HOUR_MS = 3_600_000;
const event = (fields: Partial<StoredEvent> = {}): StoredEvent => ({
  deviceKey: 1,
  code: 13,
  note: '',
  deviceMs: NOW_MS,
  receivedMs: NOW_MS,
  lat: null,
  lng: null,
  speedKmh: 0,
  sourceType: 0,
  origin: null,
  alarmSign: null,
  attachments: 0,
  ...fields,
});

const benchOf = (db: Database, startMs = NOW_MS) => {
  const clock = createManualClock(startMs);
  let stamps = createStamps(clock);
  const stamp = (): number => stamps.now();
  const store = createEventStore(db, { stamp, modeFor: () => null });
  const list = createEventListStore(db, stamp);
  const add = (...events: readonly StoredEvent[]): Promise<number[]> =>
    store.transaction(async (tx) => {
      const serials: number[] = [];
      for (const one of events) serials.push((await tx.add(one)).serialno);
      return serials;
    });
  const ask = async (asked: InputOf<typeof postEventQuery>, sight: Sight = { sinceMs: 0 }): Promise<ListRow[]> => {
    const found: ListRow[] = [];
    const now = { nowMs: clock.now(), settledMs: stamps.settledMs() };
    for await (const rows of walkEvents(list, searchOf(asked, sight, now))) found.push(...rows);
    return found;
  };
  const restart = async (): Promise<void> => {
    stamps = createStamps(clock, await list.newestChangeMs());
  };
  return { clock, list, add, ask, restart };
};
const serialsOf = (rows: readonly ListRow[]): number[] => rows.map(({ serialno }) => serialno);

eachStore(
  'the list of events: a search goes page by page in both directions, and groups narrow before the limit',
  async (_t, { db }) => {
    const { clock, add, ask } = benchOf(db);
    const events = Array.from({ length: 2600 }, (_, n) =>
      event({ deviceKey: n % 10 === 0 ? 2 : 1, deviceMs: NOW_MS + n }),
    );
    const serials = await add(...events);
    const [newest = 0] = serials.slice(-1);
    assert.deepEqual(
      serialsOf(await ask({ serialno: newest })),
      [newest],
      'nothing is asked on from a search: at once',
    );
    assert.deepEqual(await ask({ afterTime: NOW_MS }), [], 'what changed in this second comes with the next');
    clock.advance(1000);
    const [first, second, third] = [
      await ask({ desc: true }),
      await ask({ desc: true, beforeSerialno: serials.at(-MAX_EVENTS_FOUND) ?? 0 }),
      await ask({ desc: true, beforeSerialno: serials.at(-2 * MAX_EVENTS_FOUND) ?? 0 }),
    ];
    assert.deepEqual([...serialsOf(first), ...serialsOf(second), ...serialsOf(third)], serials.toReversed());
    assert.deepEqual(serialsOf(await ask({ afterSerialno: serials[1599] ?? 0 })), serials.slice(1600));
    const rare = await ask({ desc: true }, { sinceMs: 0, deviceKeys: [2, 7] });
    assert.deepEqual(serialsOf(rare), serials.filter((_, n) => n % 10 === 0).toReversed());
    const many = Array.from({ length: 3000 }, (_, n) => n + 2); // too many for a statement
    assert.deepEqual(await ask({ desc: true }, { sinceMs: 0, deviceKeys: many }), rare);
    assert.deepEqual(await ask({ desc: true }, { sinceMs: 0, deviceKeys: [] }), []);
    assert.deepEqual(serialsOf(await ask({ serialno: serials[5] ?? 0 })), [serials[5]]);
    assert.deepEqual(
      serialsOf(await ask({ desc: true }, { sinceMs: NOW_MS + 2590 })),
      serials.slice(2590).toReversed(),
    );
  },
);

eachStore(
  'the list of events: each criterion narrows; a day is one of the zone that was asked for',
  async (_t, { db }) => {
    const { clock, list, add, ask } = benchOf(db);
    const midnightMs = Date.parse('2026-11-24T00:00:00Z');
    const [early, noon, late] = await add(
      event({ deviceMs: midnightMs - 8 * HOUR_MS, code: 18 }),
      event({ deviceMs: midnightMs + 12 * HOUR_MS }),
      event({ deviceMs: midnightMs + 16 * HOUR_MS }),
    );
    assert.ok(early !== undefined && noon !== undefined && late !== undefined);
    clock.advance(1000);
    assert.deepEqual(serialsOf(await ask({ date: '2026-11-24' })), [noon, late]);
    assert.deepEqual(serialsOf(await ask({ date: '2026-11-24', timeZone: 28_800 })), [early, noon]);
    const span = { afterDate: '2026-11-24 12:00:00', beforeDate: '2026-11-24 12:00:00' };
    assert.deepEqual(serialsOf(await ask(span)), [noon]);
    assert.deepEqual(serialsOf(await ask({ appdevids: [18, 19] })), [early]);
    await list.setFetched(new Map([[late, { snap: 2, download: 0, completed: true, tries: 1 }]]));
    clock.advance(1000);
    assert.deepEqual(serialsOf(await ask({ hasSnapshot: true })), [late]);
    assert.deepEqual(serialsOf(await ask({ hasSnapshot: false })), [early, noon]);
    await assert.rejects(
      ask({ afterDate: '2026-11-24 12:00:01', beforeDate: '2026-11-24 12:00:00' }),
      /Start Time > End Time/,
    );
  },
);

eachStore(
  'the list of events: of a day with many events of one moment all are there, newest first',
  async (_t, { db }) => {
    const { clock, add, ask } = benchOf(db);
    const serials = await add(
      event({ deviceMs: NOW_MS - 1 }),
      ...Array.from({ length: 5000 }, () => event()),
      event({ deviceMs: NOW_MS + 1 }),
    );
    clock.advance(1000);
    const [, ...today] = serials;
    assert.deepEqual(serialsOf(await ask({ afterTime: NOW_MS })), today.toReversed());
  },
);

type Act = { kind: 'add' | 'edit' | 'files' | 'poll' | 'wait' | 'restart' | 'clock back'; ms: number };
const acts: fc.Arbitrary<Act[]> = fc.array(
  fc.record({
    kind: fc.constantFrom('add', 'add', 'edit', 'files', 'poll', 'poll', 'wait', 'restart', 'clock back'),
    ms: fc.integer({ min: 0, max: 2500 }),
  }),
  { maxLength: 40 },
);

test('[E-TODAY-013] unit: whatever changes between two questions, a console that asks on from the newest second plus one has every event as it is, and is sent none twice unchanged', async () => {
  await fc.assert(
    fc.asyncProperty(acts, async (steps) => {
      const opened = openSqlite(':memory:', MIGRATIONS);
      try {
        await followsAll(benchOf(opened.db), steps);
      } finally {
        await opened.close();
      }
    }),
    {
      numRuns: 60,
      examples: [
        // What a clock that is set back does to an event that comes then.
        [
          [
            { kind: 'add', ms: 0 },
            { kind: 'wait', ms: 1500 },
            { kind: 'poll', ms: 0 },
            { kind: 'clock back', ms: 1000 },
            { kind: 'add', ms: 0 },
            { kind: 'poll', ms: 0 },
          ],
        ],
        // And a start right behind an answer.
        [
          [
            { kind: 'add', ms: 0 },
            { kind: 'wait', ms: 2500 },
            { kind: 'poll', ms: 0 },
            { kind: 'clock back', ms: 2500 },
            { kind: 'restart', ms: 0 },
            { kind: 'add', ms: 0 },
            { kind: 'poll', ms: 0 },
          ],
        ],
      ],
    },
  );
});

/** How many times longer a clock is set back than something lasts: some hours. */
const HOURS = 10_000;
const SOON_MS = 4000;
const followsAll = async (bench: ReturnType<typeof benchOf>, steps: readonly Act[]): Promise<void> => {
  const { clock, list, add, ask, restart } = bench;
  const shown = new Map<number, ListRow>();
  const sent = new Map<string, number>();
  let newestMs = Number.NaN;
  const poll = async (): Promise<void> => {
    const asked: Asked = { afterTime: 0, ...(!Number.isNaN(newestMs) && { afterUpdatetime: newestMs + 1000 }) };
    for (const row of await ask(asked)) {
      shown.set(row.serialno, row);
      const version = JSON.stringify(row);
      sent.set(version, (sent.get(version) ?? 0) + 1);
      const secondMs = Math.floor(row.updatedMs / 1000) * 1000;
      newestMs = Math.max(Number.isNaN(newestMs) ? 0 : newestMs, secondMs);
    }
  };
  const stored: number[] = [];
  for (const { kind, ms } of steps) {
    const serialno = stored[ms % Math.max(1, stored.length)] ?? 0;
    if (kind === 'add') stored.push(...(await add(event({ deviceMs: NOW_MS + ms }))));
    if (kind === 'edit') {
      const before = await list.byId(serialno);
      const version = { updatedMs: Math.floor(clock.now() / 1000) * 1000, updatedBy: 'admin' };
      if (before !== undefined)
        await list.edit(serialno, { memo: `m${ms}` }, version, { updatedMs: before.editedMs, updatedBy: '' });
    }
    if (kind === 'files')
      await list.setFetched(new Map([[serialno, { snap: ms, download: 0, completed: false, tries: 0 }]]));
    if (kind === 'wait') clock.advance(ms);
    if (kind === 'restart') await restart();
    if (kind === 'clock back') clock.jumpTo(clock.now() - HOURS * ms);
    if (kind === 'poll') await poll();
  }
  clock.advance(SOON_MS); // by no means until the clock is there again
  await poll();
  for (const serialno of stored) {
    const { alarmSign: _, ...now } = (await list.byId(serialno)) ?? { alarmSign: null };
    assert.deepEqual(shown.get(serialno), now);
  }
  assert.ok([...sent.values()].every((times) => times === 1));
};

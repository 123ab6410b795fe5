// Tables of events are made while the events are read: a large period is merged in as many turns as it is read in.
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { MAX_EVENTS_OF_DAY } from '@outrider/contract';
import { eventDetail, eventSummary } from './event-tables.ts';
import type { Sheet } from './sheet.ts';
import type { Asked, ReportEvent, ReportSources } from './sources.ts';

const asked: Asked = {
  type: '',
  events: '',
  imperial: false,
  zoneSeconds: 0,
  devices: [1, 2].map((key) => ({ key, id: `d${key}`, driver: '', vehicleId: '', plate: '' })),
  signal: new AbortController().signal,
  fromMs: 0,
  toMs: MAX_EVENTS_OF_DAY * 2,
};
const AT_ONCE = 500;

/** Events of two devices in turn, some at a time, each part in a turn of its own. */
const sourcesOf = (parts: number, noteOf: (n: number) => string): ReportSources => ({
  async *events() {
    for (let part = 0; part < parts; part += 1) {
      await nextTurn();
      yield Array.from({ length: AT_ONCE }, (_, i): ReportEvent => {
        const n = part * AT_ONCE + i;
        return {
          deviceKey: 1 + (n % 2),
          code: 13,
          note: noteOf(n),
          memo: '',
          deviceMs: n,
          momentMs: n,
          lat: null,
          lng: null,
          speedKmh: n,
        };
      });
    }
  },
  said: () => ({ name: 'Over speed', notifyText: '' }),
  usage: () => Promise.resolve(new Map()),
  sums: () => Promise.resolve([]),
});

const valuesOf = ({ columns, parts }: Sheet, ...titles: string[]): unknown[] =>
  [...parts()]
    .flat()
    .map((row) => titles.map((title) => row[columns.findIndex((column) => column.title === title)]?.value));

/** How many turns there were so far, until the end of the test. */
const countTurns = (t: TestContext): { count: number } => {
  const turns = { count: 0 };
  let next = setImmediate(function count() {
    turns.count += 1;
    next = setImmediate(count);
  });
  t.after(() => clearImmediate(next));
  return turns;
};

test('a summary has one row for all of a kind of a device, merged part by part as they are read', async (t) => {
  const turns = countTurns(t);
  /** How often a note was compared in each turn. */
  const looks = new Map<number, number>();
  const note = {
    toJSON: (): string => {
      looks.set(turns.count, (looks.get(turns.count) ?? 0) + 1);
      return 'fast';
    },
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a text that says when it is looked at
  const sheet = await eventSummary(
    sourcesOf(6, () => note as unknown as string),
    asked,
  );
  assert.deepEqual(valuesOf(sheet, 'Device ID', 'Speed (km/h)', 'Count'), [
    ['d1', 2998, 1500],
    ['d2', 2999, 1500],
  ]);
  assert.equal(
    [...looks.values()].reduce((sum, count) => sum + count, 0),
    6 * AT_ONCE,
  );
  assert.ok(Math.max(...looks.values()) <= AT_ONCE, `${Math.max(...looks.values())} in one turn`);
});

test('both tables end with as many events as a day of the list has, and say so', async () => {
  const parts = MAX_EVENTS_OF_DAY / AT_ONCE;
  const whole = await eventDetail(sourcesOf(parts, String), asked);
  assert.deepEqual([whole.count, whole.notes], [MAX_EVENTS_OF_DAY, []]);
  const cut = [`Only the first ${MAX_EVENTS_OF_DAY} events: choose fewer devices or a shorter period.`];
  const detail = await eventDetail(sourcesOf(parts + 1, String), asked);
  assert.deepEqual([detail.count, detail.notes], [MAX_EVENTS_OF_DAY, cut]);
  const summary = await eventSummary(
    sourcesOf(parts + 1, () => 'fast'),
    asked,
  );
  assert.deepEqual(
    [valuesOf(summary, 'Count'), summary.notes],
    [[[MAX_EVENTS_OF_DAY / 2], [MAX_EVENTS_OF_DAY / 2]], cut],
  );
});

// Which events are looked at, and when again: at a hint, at the start, and when there is a place for what was left out.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { createLocalBus } from '../../adapters/local-bus/local-bus.ts';
import { silentLog } from '../../kernel/log.ts';
import { createManualClock } from '../../kernel/manual-clock.ts';
import { othersTurns, turnsUntil } from '../../kernel/turns-until.ts';
import { WatchedEvents } from './watched-events.ts';

const DEVICE = 3;
const CODE = 742;
const AGAIN_MS = 60_000;

/** Each event has a file of ten times its number. `places`: how many more the desk takes. */
const setUp = (t: TestContext, places: number, newest: readonly (number | null)[] = []) => {
  const [clock, bus] = [createManualClock(), createLocalBus(silentLog)];
  const added: number[] = [];
  const state = { places, isPlanned: true, looks: 0, looked: () => undefined as unknown };
  const watched = new WatchedEvents(
    {
      bus,
      clock,
      log: silentLog,
      idOf: () => '107',
      event: (serialno) => {
        state.looks += 1;
        state.looked();
        return Promise.resolve({ serialno, deviceKey: DEVICE, code: CODE, deviceMs: 0 });
      },
      files: {
        list: ({ eventSerials = newest }) =>
          Promise.resolve(
            eventSerials.map((eventSerial) => ({ id: (eventSerial ?? 0) * 10, name: 'a.jpg', eventSerial })),
          ),
      },
      planFor: (key, code) =>
        key === DEVICE && code === CODE ? { target: 'ftp.example.com', custompath: 0 } : undefined,
      isPlanned: () => state.isPlanned,
    },
    {
      get places() {
        return state.places;
      },
      add: (wanted) => {
        const taken = wanted.slice(0, state.places);
        state.places -= taken.length;
        added.push(...taken.map(({ fileId }) => fileId));
        return Promise.resolve(taken.length === wanted.length);
      },
    },
    (ids) => Promise.resolve(new Set(ids.filter((id) => added.includes(id)))),
  );
  t.after(() => watched.close());
  const hint = (serialno: number): void => bus.publish('event.files', { serialno, deviceKey: DEVICE });
  const looked = (count: number) => turnsUntil(`${count} looks`, () => state.looks === count);
  return { clock, state, added, watched, hint, looked };
};

test('an event that found no place is looked at again each minute, the oldest first, until all of it is there', async (t) => {
  const { clock, state, added, hint, looked } = setUp(t, 1);
  for (const serialno of [1, 2, 3]) hint(serialno);
  await looked(3);
  assert.deepEqual(added, [10]);
  await clock.advanceAsync(AGAIN_MS);
  assert.equal(state.looks, 3, 'no place: nothing is looked at');
  state.places = 1;
  await clock.advanceAsync(AGAIN_MS - 1);
  assert.equal(state.looks, 3);
  await clock.advanceAsync(1);
  await looked(4);
  assert.deepEqual(added, [10, 20]);
  state.places = 5;
  await clock.advanceAsync(AGAIN_MS);
  await looked(5);
  assert.deepEqual(added, [10, 20, 30]);
  await clock.advanceAsync(10 * AGAIN_MS);
  assert.equal(state.looks, 5, 'nothing is left');
});

test('hundreds of events are looked at one in a turn of the event loop', async (t) => {
  const { clock, state, hint, looked } = setUp(t, 0);
  for (let serialno = 1; serialno <= 200; serialno += 1) hint(serialno);
  await looked(200);
  const others = othersTurns(t);
  const turns = new Set<number>();
  state.looked = () => turns.add(others());
  state.places = 200;
  await clock.advanceAsync(AGAIN_MS);
  await looked(400);
  assert.equal(turns.size, 200);
});

test('at the start the events of the newest files are looked at, and nothing while nobody plans uploads', async (t) => {
  const { state, added, watched, hint, looked } = setUp(t, 9, [4, null, 5, 4]);
  state.isPlanned = false;
  await watched.start();
  hint(6);
  assert.equal(state.looks, 0);
  state.isPlanned = true;
  await watched.start();
  await looked(2);
  assert.deepEqual(added, [40, 50]);
  hint(4);
  await looked(3);
  assert.deepEqual(added, [40, 50], 'what goes there already is left out');
});

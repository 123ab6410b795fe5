// Who watches a device and reads too slowly, asks for another one, or may no longer.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TracedFrame, TraceSink } from '../../gateway/index.ts';
import { testCaller } from '../../kernel/access/test-access.ts';
import type { ChannelSession } from '../../kernel/channel/channel.ts';
import type { GuardedSocket } from '../../kernel/channel/socket-guard.ts';
import { createManualClock } from '../../kernel/manual-clock.ts';
import { Watches } from './watches.ts';

const frame: TracedFrame = {
  way: 'from-device',
  atMs: 5,
  isPeer: false,
  isHeartbeat: true,
  id: 2,
  name: 'heartbeat',
  serial: 1,
  hex: '7e',
  fields: '{}',
};

const setUp = () => {
  const clock = createManualClock();
  const sinks = new Map<TraceSink, number>();
  const guarded: GuardedSocket[] = [];
  const watches = new Watches({
    clock,
    guard: { watch: (socket) => void guarded.push(socket) },
    traces: {
      watch: ({ deviceKey }, sink) => {
        sinks.set(sink, deviceKey);
        return () => void sinks.delete(sink);
      },
      write: (_key, bytes) => bytes,
    },
    isNamed: () => true,
  });
  const reader = () => {
    const said: Record<string, unknown>[] = [];
    const state = { takes: true, close: () => undefined as unknown };
    const connection = {};
    /** Each message of a connection has a session of its own. */
    const session = (): ChannelSession => ({
      caller: testCaller(),
      address: '',
      connection,
      state: new Map(),
      push: (message) => {
        if (state.takes) said.push(typeof message === 'string' ? JSON.parse(message) : message);
        return state.takes;
      },
      onClose: (action) => (state.close = action),
      signIn: () => undefined,
    });
    return { said, state, session };
  };
  const show = (lost = 0): void => [...sinks.keys()].forEach((sink) => sink(frame, lost));
  const device = (deviceKey: number) => ({ deviceKey, deviceId: `D${deviceKey}` });
  return { clock, sinks, guarded, watches, reader, show, device };
};

test('a slow reader loses lines and is told how many, with the next line or after a second', () => {
  const { clock, watches, reader, show, device } = setUp();
  const { said, state, session } = reader();
  watches.add(session(), device(1));
  show();
  state.takes = false;
  for (let i = 0; i < 3; i += 1) show();
  state.takes = true;
  show(4);
  assert.deepEqual(
    said.map(({ M, I, T, D }) => [M, I, T, D]),
    [
      ['DB4', 'D1', 5, undefined],
      ['DB4', 'D1', 5, 7],
    ],
  );
  state.takes = false;
  show();
  clock.advance(1000);
  state.takes = true;
  clock.advance(1000);
  clock.advance(10_000);
  assert.deepEqual(said.slice(2), [{ M: 'DB1', I: 'D1', R: '1', D: 1 }]);
  assert.equal(watches.counters.lost, 8);
});

test('a connection watches one device, a closed one none, and what the guard ends is told', () => {
  const { sinks, guarded, watches, reader, show, device } = setUp();
  const [one, two] = [reader(), reader()];
  watches.add(one.session(), device(1));
  watches.add(one.session(), device(2));
  watches.add(two.session(), device(1));
  assert.deepEqual([...sinks.values()], [2, 1]);
  guarded.at(-1)?.terminate();
  assert.deepEqual(two.said, [{ M: 'DB1', I: 'D1', R: '0' }]);
  show();
  assert.equal(two.said.length, 1);
  one.state.close();
  assert.deepEqual([sinks.size, watches.size], [0, 0]);
});

test('sixteen watch at most', () => {
  const { watches, reader, device } = setUp();
  for (let i = 0; i < 16; i += 1) watches.add(reader().session(), device(1));
  const last = reader();
  assert.throws(() => watches.add(last.session(), device(1)), { code: 'limit_reached' });
  watches.endOf(1);
  assert.equal(watches.size, 0);
});

// What the house makes of its rooms.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { House } from './house.ts';

test('rooms are closed in reverse, all of them, and the first failure is thrown', async () => {
  const house = new House();
  const closed: string[] = [];
  const room = (name: string, failure?: Error) => ({
    close: () => {
      closed.push(name);
      return failure === undefined ? undefined : Promise.reject(failure);
    },
  });
  house.open(room('first', new Error('the first')));
  house.open({ calls: [] });
  house.open(room('second', new Error('the second')));
  house.open(room('third'));
  await assert.rejects(house.close(), /the second/);
  assert.deepEqual(closed, ['third', 'second', 'first']);
  await house.close();
  assert.equal(closed.length, 3, 'nothing is closed twice');
});

test('what rooms bring is found together, in the order they were opened, whatever each lacks', async () => {
  const house = new House();
  const done: string[] = [];
  const keeper = { forgetDevices: async () => void done.push('forgot'), metrics: () => ({ rows: 2 }) };
  assert.equal(house.open(keeper), keeper);
  house.open({ streams: { live: () => undefined }, reload: async () => void done.push('reloaded') });
  house.open({ streams: { talk: () => undefined }, metrics: () => ({ talks: 1 }) });
  assert.deepEqual(house.metrics(), { rows: 2, talks: 1 });
  assert.deepEqual(Object.keys(house.streams()), ['live', 'talk']);
  assert.deepEqual(house.keepersOfDevices(), [keeper]);
  assert.deepEqual(house.content(), { calls: [], commands: [], cgi: [], files: [] });
  await house.reload();
  assert.deepEqual(done, ['reloaded']);
});

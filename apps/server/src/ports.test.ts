// What people read of the ports: each once, and those of talks as a range that is opened when it is needed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { portTable } from './ports.ts';

const open = {
  http: 1,
  command: 2,
  stream: 3,
  https: 0,
  redirect: 0,
  moreStreams: [],
  jt808: 4,
  mediaLive: 5,
  mediaPlayback: 6,
  files: 7,
};

test('the ports of talks stand behind those that listen, first and last', () => {
  const table = portTable(open, [6100, 6119]);
  assert.deepEqual(
    table.map(({ port, last, state }) => [port, last, state]),
    [...[1, 2, 3, 4, 5, 6, 7].map((port) => [port, undefined, 'listening']), [6100, 6119, 'opened for each talk']],
  );
  assert.deepEqual(
    table.filter(({ name }) => name === 'talk').map(({ transports, audience }) => [...transports, audience]),
    [['tcp', 'devices']],
  );
});

test('where any free port is taken for talks nothing is said of them', () => {
  assert.equal(portTable(open, [0, 0]).length, 7);
});

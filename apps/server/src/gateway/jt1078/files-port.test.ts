// How many connections for files one address may have, where a subscriber of IPv6 has many addresses.
import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { silentLog } from '../../kernel/log.ts';
import { createManualClock } from '../../kernel/manual-clock.ts';
import { Traffic } from '../traffic.ts';
import { FilesPort } from './files-port.ts';

const MAX_PER_ADDRESS = 128;

const setUp = () => {
  const refused: string[] = [];
  const port = new FilesPort({
    clock: createManualClock(),
    log: silentLog,
    refusals: { add: ({ address }) => void refused.push(address) },
    uploads: { find: async () => undefined },
    maxFileBytes: 1000,
    traffic: new Traffic(),
    objection: () => undefined,
    mayAnswer: () => true,
  });
  const accept = (remoteAddress: string): Duplex => {
    const socket = new Duplex({ read: () => undefined, write: (_chunk, _encoding, done) => done() });
    // What is used of a socket here is a stream with an address.
    port.accept(Object.assign(socket, { remoteAddress }) as unknown as Socket);
    return socket;
  };
  const open = (): number | undefined => port.metrics()['alarm_upload_connections'];
  return { refused, accept, open };
};

test('the addresses of one IPv6 subscriber share what one address may have, others have their own', async () => {
  const { refused, accept, open } = setUp();
  const held = Array.from({ length: MAX_PER_ADDRESS }, (_, i) => accept(`2001:db8:0:7::${(i + 1).toString(16)}`));
  assert.equal(accept('2001:db8:0:7:1:2:3:4').destroyed, true);
  assert.deepEqual([open(), refused], [MAX_PER_ADDRESS, ['2001:db8:0:7:1:2:3:4']]);
  accept('2001:db8:0:8::1');
  accept('::ffff:192.0.2.1');
  assert.deepEqual([open(), refused.length], [MAX_PER_ADDRESS + 2, 1]);
  held[5]?.destroy();
  await nextTurn();
  assert.equal(accept('2001:db8:0:7::1').destroyed, false);
  assert.equal(accept('2001:db8:0:7::1').destroyed, true);
});

test('addresses of IPv4 are counted one by one', () => {
  const { accept, open } = setUp();
  for (let i = 0; i < MAX_PER_ADDRESS; i += 1) accept('192.0.2.1');
  assert.equal(accept('192.0.2.1').destroyed, true);
  assert.equal(accept('192.0.2.2').destroyed, false);
  assert.equal(open(), MAX_PER_ADDRESS + 1);
});

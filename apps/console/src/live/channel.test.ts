// The framing of the main channel: one JSON object a line, several a message, rubbish left out; failures in the server's words.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { ChangedError } from '@outrider/contract';
import { channelAddresses } from './addresses.ts';
import { failureOf, readLines, writeLine } from './channel.ts';

it('reads several objects of one text and leaves out what is none', () => {
  assert.deepEqual(readLines('{"M":"Q01"}\n\n{"M":"P02","Z":[]}\nrubbish\n[1]\n7\n{"M":"half'), [
    { M: 'Q01' },
    { M: 'P02', Z: [] },
  ]);
});

it('reads names of devices without marks of direction and controls', () => {
  assert.deepEqual(readLines('{"M":"P02","Z":[{"plate":"\u202eABC\\u0007"}]}'), [
    { M: 'P02', Z: [{ plate: 'ABC\ufffd' }] },
  ]);
});

it('ends each message with a newline', () => assert.equal(writeLine({ M: 'Q01', N: 1 }), '{"M":"Q01","N":1}\n'));

it('turns R and Z into a failure', () => {
  assert.deepEqual(
    [failureOf({ R: '409', Z: 'twice' }).code, failureOf({ R: '409', Z: 'twice' }).message],
    ['conflict', 'twice'],
  );
  assert.equal(failureOf({ R: '503' }).code, 'unavailable');
  assert.equal(failureOf({ R: 'odd' }).code, 'internal');
});

it('turns a save over a change of somebody else into who, when and what holds', () => {
  const X = { updatetime: 1_790_000_000, updateby: 'ann', present: { driver: 'A' } };
  const failure = failureOf({ R: '409', Z: 'ann changed this in the meantime.', X });
  assert.ok(failure instanceof ChangedError);
  assert.deepEqual(failure.changed, { ...X, updatetime: 1_790_000_000_000 });
});

it('tries the command port, then the page itself where it is the server', () => {
  const place = {
    page: { secure: true, host: 'fleet.test:8443' },
    serverHost: 'fleet.test',
    commandPort: 24680,
    own: true,
  };
  assert.deepEqual(channelAddresses(place), ['wss://fleet.test:24680/', 'wss://fleet.test:8443/command']);
  assert.deepEqual(channelAddresses({ ...place, own: false, serverHost: '2001:db8::1' }), [
    'wss://[2001:db8::1]:24680/',
  ]);
});

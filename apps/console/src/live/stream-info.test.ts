// Where streams are: as the server says, else at the documented port.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { COMMAND_PORT_DEFAULT } from '../lib/preferences.ts';
import { STREAM_PORT_DEFAULT, streamInfoOf, streamPortOf } from './stream-info.ts';

const session = { userName: 'admin', passwordHash: 'AB'.repeat(32) };

it("[F-STREAMINFO-001 E-ENT-040] has port 8900 without an answer of the server, and the session's server, name and hash", () => {
  const expected = { streamIp: 'fleet.test', streamPort: 8900, UserName: 'admin', Sha256Pass: 'AB'.repeat(32) };
  assert.deepEqual(streamInfoOf(session, 'fleet.test', undefined), expected);
  assert.equal(streamInfoOf(session, 'fleet.test', { streamings: [9100, 9101] }).streamPort, 9100);
  assert.equal(streamInfoOf(session, 'fleet.test', { streamings: [] }).streamPort, 8900);
});

it('[F-HTTP-002] goes to the first of the stream ports that the server tells', () => {
  assert.equal(streamPortOf({ streamings: [9100, 9101, 9102] }), 9100);
  assert.deepEqual([streamPortOf({ streamings: [] }), streamPortOf(undefined)], [undefined, undefined]);
});

it('[F-CONST-001] [F-CONST-002] knows the documented ports', () => {
  assert.equal(COMMAND_PORT_DEFAULT, '24680');
  assert.equal(STREAM_PORT_DEFAULT, 8900);
});

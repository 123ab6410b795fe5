// The main version, by which pages and servers know each other.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { mainVersion } from '../account/session.ts';

it('[F-SRVINFO-002] the main version is the first number of the version', () => {
  assert.equal(mainVersion('3.12.7'), 3);
  assert.equal(mainVersion('v10.0'), 10);
  assert.ok(Number.isNaN(mainVersion('')));
});

// Names of saved pictures.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { snapshotName } from './snapshot-name.ts';

const ms = new Date(2026, 2, 1, 14, 2, 31).getTime();

it('joins device, time and channel', () =>
  assert.equal(snapshotName('TRK-101', ms, 2, 'png'), 'TRK-101_20260301-140231_ch2.png'));
it('leaves out what is empty and replaces what file systems refuse', () => {
  assert.equal(snapshotName('', ms, 1, 'png'), '20260301-140231_ch1.png');
  assert.equal(snapshotName('a/b:c d', ms, 1, 'png'), 'a-b-c-d_20260301-140231_ch1.png');
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BlockDevice } from '../../kernel/storage/disk-tools.ts';
import { formatBarOf, mustBeFormattable } from './format-bar.ts';

const part = (changes: Partial<BlockDevice> = {}): BlockDevice => ({
  name: 'sdb1',
  path: '/dev/sdb1',
  type: 'part',
  fstype: 'ext4',
  sizeBytes: 1000,
  uuid: '',
  mountPoints: [],
  readOnly: false,
  attached: false,
  children: [],
  ...changes,
});
const all = { listed: new Set(['/dev/sdb1']), any: true };

test('[A-DISK-010] unit: only what is listed, has no parts, is not mounted and no swap may be formatted', () => {
  const bars: [string, Partial<BlockDevice>][] = [
    ['none', {}],
    ['none', { fstype: '' }],
    ['children', { children: [part()] }],
    ['mounted', { mountPoints: ['/mnt/a'] }],
    ['swap', { mountPoints: ['[SWAP]'] }],
    ['swap', { fstype: 'swap' }],
    ['member', { fstype: 'LVM2_member' }],
    ['member', { fstype: 'crypto_LUKS' }],
    ['attached', { attached: true }],
    ['readonly', { readOnly: true }],
    ['unreadable', { fstype: 'unreadable', trouble: 'blkid: Input/output error' }],
    ['mounted', { mountPoints: ['/mnt/a'], trouble: 'blkid: Input/output error' }],
    ['unlisted', { path: '/dev/sdb2' }],
  ];
  for (const [bar, changes] of bars) assert.equal(formatBarOf(part(changes), all), bar, JSON.stringify(changes));
  assert.equal(formatBarOf(part(), { listed: new Set(), any: false }), 'off');
  assert.equal(mustBeFormattable('sdb1', [part()], all), '/dev/sdb1');
});

test('a name that nothing has, or that stands twice of which one is in use, is refused', () => {
  const asked: [readonly BlockDevice[], string, string][] = [
    [[part()], 'sdb', 'not_found'],
    [[part()], 'SDB1', 'not_found'],
    [[part(), part({ mountPoints: ['/'] })], 'sdb1', 'invalid'],
    [[part({ path: '/dev/sdb2' })], 'sdb1', 'forbidden'],
  ];
  for (const [devices, name, code] of asked) assert.throws(() => mustBeFormattable(name, devices, all), { code });
});

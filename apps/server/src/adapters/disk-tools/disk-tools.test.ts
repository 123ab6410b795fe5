// What lsblk says, read; and this machine's own programs on an image file.
import assert from 'node:assert/strict';
import { mkdtemp, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { createDiskTools, systemDiskTools } from './disk-tools.ts';
import { readDevices } from './lsblk.ts';

test('a disk with parts, mounted and swap, is read as new and as old versions of lsblk write it', () => {
  const part = { name: 'sda1', path: '/dev/sda1', type: 'part', fstype: 'ext4', uuid: 'u1' };
  const disk = { name: 'sda', path: '/dev/sda', type: 'disk', fstype: null, uuid: null };
  const now = {
    blockdevices: [
      {
        ...disk,
        size: 2000,
        ro: false,
        mountpoints: [null],
        children: [
          { ...part, size: 1000, ro: false, mountpoints: ['/mnt/a', '/mnt/b'] },
          { ...part, name: 'sda2', fstype: 'swap', size: 500, ro: true, mountpoints: ['[SWAP]'] },
        ],
      },
    ],
  };
  const [found] = readDevices(JSON.stringify(now));
  assert.deepEqual([found?.name, found?.fstype, found?.sizeBytes, found?.mountPoints], ['sda', '', 2000, []]);
  assert.deepEqual(
    found?.children.map(({ name, uuid, mountPoints, readOnly }) => [name, uuid, mountPoints, readOnly]),
    [
      ['sda1', 'u1', ['/mnt/a', '/mnt/b'], false],
      ['sda2', 'u1', ['[SWAP]'], true],
    ],
  );
  const before = { blockdevices: [{ ...disk, size: '2000', ro: '1', mountpoint: '/' }] };
  const [old] = readDevices(JSON.stringify(before));
  assert.deepEqual([old?.sizeBytes, old?.readOnly, old?.mountPoints, old?.children], [2000, true, ['/'], []]);
  for (const wrong of ['', '{}', '{"blockdevices":[{}]}'])
    assert.throws(() => readDevices(wrong), { code: 'unavailable' });
});

test('this machine lists its disks, finds an image file and no link to one, and makes a file system on it', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'outrider-disks-'));
  t.after(() => rm(folder, { recursive: true }));
  const image = join(folder, 'disk.img');
  await writeFile(image, '');
  await truncate(image, 16 * 1024 * 1024);
  await symlink(image, join(folder, 'link'));
  const found = async () => {
    const it = await systemDiskTools.find(image);
    return it && 'image' in it ? it.image : undefined;
  };
  const before = await found();
  assert.deepEqual([before?.name, before?.fstype, before?.uuid, before?.sizeBytes], [image, '', '', 16 * 1024 * 1024]);
  assert.equal(await systemDiskTools.find(join(folder, 'link')), undefined);
  assert.equal(await systemDiskTools.find(folder), undefined);
  await systemDiskTools.format(image);
  const after = await found();
  assert.deepEqual([after?.fstype, after?.attached], ['ext4', false]);
  assert.match(after?.uuid ?? '', /^[0-9a-f-]{36}$/);
  assert.ok((await systemDiskTools.list()).every(({ path }) => path.startsWith('/dev/')));
});

test('a machine without the programs says so, and one whose program fails says what it says', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'outrider-disks-'));
  t.after(() => rm(folder, { recursive: true }));
  const none = createDiskTools(folder);
  await assert.rejects(none.list(), { code: 'unavailable', message: 'lsblk is not installed on this machine.' });
  await assert.rejects(none.format(join(folder, 'x')), { message: 'mkfs.ext4 is not installed on this machine.' });
  await assert.rejects(systemDiskTools.format(join(folder, 'none', 'x')), /mkfs\.ext4: .*does not exist/);
});

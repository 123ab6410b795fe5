// What lsblk says, read; and this machine's own programs on an image file.
import assert from 'node:assert/strict';
import { chmod, mkdtemp, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
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

/** Programs of a machine on which lsblk knows no file systems; `blkid` is what that one does, in the words of a shell. Its other disk is in no use. */
const withBlkid = async (t: TestContext, blkid: string, other = false, installed = ['lsblk', 'blkid']) => {
  const folder = await mkdtemp(join(tmpdir(), 'outrider-disks-'));
  t.after(() => rm(folder, { recursive: true }));
  const disk = { name: 'sdx', path: '/dev/sdx', type: 'disk', fstype: null, uuid: null, size: 2000, ro: false };
  const disks = [
    { ...disk, mountpoints: ['/mnt/x'] },
    { ...disk, name: 'sdy', path: '/dev/sdy', mountpoints: [null] },
  ];
  const lsblk = `echo '${JSON.stringify({ blockdevices: other ? disks : disks.slice(0, 1) })}'`;
  for (const [name, words] of Object.entries({ lsblk, blkid }).filter(([each]) => installed.includes(each))) {
    await writeFile(join(folder, name), `#!/bin/sh\n${words}\n`);
    await chmod(join(folder, name), 0o755);
  }
  return createDiskTools(folder);
};

test('a disk of which blkid could say nothing is not one without a file system: it is told with its trouble, mounted or not', async (t) => {
  const failing: [string, RegExp][] = [
    ['kill -9 $$', /^blkid: /],
    ['echo "blkid: error: /dev/sdx: Input/output error" >&2; exit 2', /Input\/output error$/],
    ['echo "blkid: cannot allocate memory" >&2; exit 4', /cannot allocate memory$/],
  ];
  for (const [words, message] of failing) {
    const tools = await withBlkid(t, words);
    const image = await tools.find(process.execPath);
    for (const each of [...(await tools.list()), ...(image && 'image' in image ? [image.image] : [])]) {
      assert.deepEqual([each.fstype, each.uuid], ['unreadable', ''], each.name);
      assert.match(each.trouble ?? '', message);
    }
  }
});

test('a machine without blkid cannot tell what its disks are, and says so', async (t) => {
  const tools = await withBlkid(t, '', true, ['lsblk']);
  await assert.rejects(tools.list(), { code: 'unavailable', message: 'blkid is not installed on this machine.' });
});

test('what blkid found, that it found nothing or nothing certain, and that it may never look is an answer', async (t) => {
  const answers: [string, string][] = [
    ['echo UUID=u1; echo TYPE=ext4', 'u1'],
    ['exit 2', ''],
    ['exit 8', ''],
    ['echo "blkid: error: /dev/sdx: Permission denied" >&2; exit 2', ''],
  ];
  for (const [words, uuid] of answers) {
    const found = await (await withBlkid(t, words)).list();
    assert.deepEqual(
      found.map((each) => [each.uuid, each.mountPoints]),
      [[uuid, ['/mnt/x']]],
    );
  }
});

test('a disk of which nothing can be read says nothing of the others, also where it is mounted', async (t) => {
  for (const dying of ['/dev/sdx', '/dev/sdy']) {
    const tools = await withBlkid(t, `test "$4" = ${dying} && kill -9 $$; echo UUID=u1; echo TYPE=ext4`, true);
    assert.deepEqual(
      (await tools.list()).map(({ path, uuid, fstype, mountPoints }) => [path, uuid, fstype, mountPoints.length]),
      ['/dev/sdx', '/dev/sdy'].map((path) => [
        path,
        ...(path === dying ? ['', 'unreadable'] : ['u1', 'ext4']),
        path === '/dev/sdx' ? 1 : 0,
      ]),
    );
  }
});

test('of many disks of which nothing is known the first are looked at, and the others are not taken for blank', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'outrider-tools-'));
  t.after(() => rm(folder, { recursive: true }));
  const blockdevices = Array.from({ length: 66 }, (_, i) => ({
    name: `sd${i}`,
    path: `/dev/sd${i}`,
    type: 'disk',
    size: 4096,
    ro: false,
    fstype: null,
    uuid: null,
    mountpoints: i === 65 ? ['/mnt/x'] : [],
  }));
  const programs = { lsblk: `echo '${JSON.stringify({ blockdevices })}'`, blkid: 'exit 2' };
  for (const [name, words] of Object.entries(programs))
    await writeFile(join(folder, name), `#!/bin/sh\n${words}\n`, { mode: 0o755 });
  const found = await createDiskTools(folder).list();
  assert.deepEqual(
    found.filter(({ trouble }) => trouble !== undefined).map(({ name, fstype }) => [name, fstype]),
    [['sd64', 'unreadable']],
    'the mounted one keeps its place',
  );
});

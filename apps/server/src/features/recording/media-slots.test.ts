import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError } from '../../kernel/errors.ts';
import type { BlockDevice } from '../../kernel/storage/disk-tools.ts';
import { createTestLog } from '../../kernel/log.ts';
import { createPlaceFinder, entriesOf, findPlaces, type MediaChoice } from './media-slots.ts';

const UUID = '6f1c4cf6-0d3a-4a6c-9a0e-2b1c3d4e5f60';
const disk = (uuid: string, mountPoints: string[], children: BlockDevice[] = []): BlockDevice => ({
  name: uuid,
  path: `/dev/${uuid}`,
  type: 'part',
  fstype: 'ext4',
  sizeBytes: 1,
  uuid,
  mountPoints,
  readOnly: false,
  attached: false,
  children,
});
const chosen = (...media: string[]): MediaChoice => ({
  mode: 'efficacy',
  slots: media.map((medium) => ({ medium, readOnly: false })),
});
const find = (choice: MediaChoice, devices: BlockDevice[] | Error) => {
  const list = () => (devices instanceof Error ? Promise.reject(devices) : Promise.resolve(devices));
  return findPlaces(choice, { disks: { list }, dataFolder: '/data' });
};

test('a slot is a folder, with or without a name, or where its disk is mounted; without any it is the data folder', async () => {
  const { places, mode } = await find(chosen('north=/a', '/b', UUID), [disk('', [], [disk(UUID, ['/', '/mnt/c'])])]);
  assert.deepEqual(
    [mode, entriesOf({ places })],
    [
      'efficacy',
      [
        { name: 'north', folder: '/a' },
        { name: null, folder: '/b' },
        { name: null, folder: '/mnt/c' },
      ],
    ],
  );
  const none = await find(chosen(), new Error('nobody asks'));
  assert.deepEqual(entriesOf(none), [{ name: null, folder: '/data/recordings' }]);
});

test('a disk that is not mounted, holds the system or is another slot already, is no folder, and says why', async () => {
  const why = async (choice: MediaChoice, devices: BlockDevice[] | Error) => {
    const { places } = await find(choice, devices);
    const missing = places.filter((place) => place.missing !== null);
    for (const { folder } of missing) assert.match(folder, /^\/dev\/null\//);
    return missing.map((place) => place.missing).join();
  };
  assert.match(await why(chosen(UUID), []), /is not mounted/);
  assert.match(await why(chosen(UUID), [disk(UUID, ['[SWAP]'])]), /is not mounted/);
  assert.match(await why(chosen(UUID), [disk(UUID, ['/'])]), /holds the system/);
  assert.match(await why(chosen('/mnt/c', UUID), [disk(UUID, ['/mnt/c'])]), /another slot is the folder \/mnt\/c/);
  assert.match(
    await why(chosen(UUID), new AppError('unavailable', 'lsblk is not installed.')),
    /lsblk is not installed/,
  );
});

test('a machine that does not answer leaves each disk where it was last; nobody knows only where one is that it never told of', async () => {
  const OTHER = 'A1B2-C3D4';
  let devices: BlockDevice[] | Error = [disk(UUID, ['/mnt/c'])];
  const list = () => (devices instanceof Error ? Promise.reject(devices) : Promise.resolve(devices));
  const log = createTestLog();
  const finder = createPlaceFinder({ disks: { list }, dataFolder: '/data', log });
  const missing = async (...media: string[]) =>
    (await finder(chosen(...media))).places.map(({ folder, missing: why }) => (why === null ? folder : why));
  assert.deepEqual(await missing(UUID), ['/mnt/c']);
  devices = new Error('spawn EAGAIN');
  for (let i = 0; i < 3; i += 1) assert.deepEqual(await missing(UUID), ['/mnt/c']);
  assert.deepEqual(await missing(UUID, OTHER), ['/mnt/c', `nobody knows where the disk ${OTHER} is: spawn EAGAIN`]);
  assert.deepEqual(
    log.lines.map(({ level, text }) => `${level} ${text}`),
    ['warn disks cannot be listed, recordings stay where they are'],
  );
  devices = [disk(UUID, ['/mnt/d']), disk(OTHER, [])];
  assert.deepEqual(await missing(UUID, OTHER), ['/mnt/d', `the disk ${OTHER} is not mounted.`]);
  devices = new Error('again');
  assert.deepEqual(await missing(OTHER, UUID), [`the disk ${OTHER} is not mounted.`, '/mnt/d']);
  assert.equal(log.lines.length, 2, 'each silence once');
  await missing('/a');
  assert.match((await missing(UUID)).join(), /nobody knows/, 'where it was in a choice of long ago');
});

test('a mounted disk of which nothing can be read takes no slot from its place, and may be the one that is looked for', async () => {
  const OTHER = 'A1B2-C3D4';
  const dying = { ...disk('', ['/mnt/c']), fstype: 'unreadable', trouble: 'blkid: /dev/sdb1: Input/output error' };
  let devices = [disk(UUID, ['/mnt/c'])];
  const log = createTestLog();
  const finder = createPlaceFinder({ disks: { list: () => Promise.resolve(devices) }, dataFolder: '/data', log });
  const missing = async (...media: string[]) =>
    (await finder(chosen(...media))).places.map(({ folder, missing: why }) => (why === null ? folder : why));
  assert.deepEqual(await missing(UUID, OTHER), ['/mnt/c', `the disk ${OTHER} is not mounted.`]);
  devices = [dying, disk(OTHER, ['/mnt/d'])];
  for (let i = 0; i < 3; i += 1) assert.deepEqual(await missing(UUID, OTHER), ['/mnt/c', '/mnt/d']);
  devices = [dying];
  const unknown = `nobody knows where the disk ${OTHER} is: ${dying.trouble}`;
  assert.deepEqual(await missing(UUID, OTHER), ['/mnt/c', unknown], 'where it was, nothing is mounted');
  devices = [{ ...dying, mountPoints: [] }];
  assert.deepEqual(await missing(UUID), [`the disk ${UUID} is not mounted.`], 'what is not mounted has no place');
});

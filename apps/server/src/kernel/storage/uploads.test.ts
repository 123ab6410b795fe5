// Uploads: pieces in their order, bounds, what ends one, and what is left on the disk: only what is whole.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { silentLog } from '../log.ts';
import { createManualClock } from '../manual-clock.ts';
import { turnsUntil } from '../turns-until.ts';
import { Uploads, type WholeFile } from './uploads.ts';

const HOUR_MS = 3_600_000;

async function* pieces(...texts: string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield Buffer.from(text);
}
const sha256Of = (text: string): string => createHash('sha256').update(text).digest('hex');

const opened = async (t: TestContext, folder?: string) => {
  const clock = createManualClock();
  const root = folder ?? (await mkdtemp(join(tmpdir(), 'outrider-uploads-')));
  t.after(() => rm(root, { recursive: true, force: true }));
  const files: WholeFile[] = [];
  const disk = { full: false };
  const keep = async (name: string, file: WholeFile): Promise<string> => {
    if (disk.full) throw new Error('disk');
    await rename(file.path, join(root, name));
    files.push(file);
    return `${name} kept`;
  };
  const uploads = await Uploads.open({ clock, log: silentLog, folder: root, keep });
  t.after(() => uploads.close());
  const announce = (name: string, bytes: number, userId = 1, sha256 = '') =>
    uploads.announce(name, { userId, bytes, sha256 });
  return { clock, root, files, disk, uploads, announce, left: () => readdirSync(root).toSorted() };
};

test('a file comes in pieces, each where the one before ended, and is kept with its hashes when whole', async (t) => {
  const { uploads, announce, files, left, root } = await opened(t);
  const ticket = announce('a', 5, 1, sha256Of('hello').toUpperCase());
  assert.deepEqual(left(), [], 'nothing before the first byte');
  assert.deepEqual(await uploads.take(ticket, 1, 0, pieces('h', 'e')), { received: 2 });
  assert.deepEqual(await uploads.take(ticket, 1, 9, pieces()), { received: 2 }, 'where to go on');
  await assert.rejects(uploads.take(ticket, 1, 0, pieces('hello')), { code: 'conflict', message: /byte 2/ });
  assert.deepEqual(await uploads.take(ticket, 1, 2, pieces('llo')), { received: 5, kept: 'a kept' });
  const [file] = files;
  assert.deepEqual([file?.bytes, file?.md5, file?.sha256], [5, '5d41402abc4b2a76b9719d911017c592', sha256Of('hello')]);
  assert.equal(await readFile(join(root, 'a'), 'utf8'), 'hello');
  assert.deepEqual([left(), uploads.count], [['a'], 0]);
  await assert.rejects(uploads.take(ticket, 1, 5, pieces()), { code: 'not_found' });
});

test('a broken connection leaves what came; nobody else goes on with it, nor two at a time', async (t) => {
  const { uploads, announce } = await opened(t);
  const ticket = announce('a', 3);
  const broken = async function* (): AsyncGenerator<Uint8Array> {
    yield Buffer.from('ab');
    throw new Error('reset');
  };
  await assert.rejects(uploads.take(ticket, 1, 0, broken()), /reset/);
  await assert.rejects(uploads.take(ticket, 2, 2, pieces('c')), { code: 'not_found' });
  const hold = Promise.withResolvers<undefined>();
  const slow = async function* (): AsyncGenerator<Uint8Array> {
    await hold.promise;
    yield Buffer.from('c');
  };
  const first = uploads.take(ticket, 1, 2, slow());
  await assert.rejects(uploads.take(ticket, 1, 2, pieces('c')), { code: 'conflict', message: /already/ });
  hold.resolve(undefined);
  assert.equal((await first).received, 3);
});

test('more than was announced, another hash, or a disk that takes nothing end an upload and leave no file', async (t) => {
  const { uploads, announce, disk, left } = await opened(t);
  const large = announce('a', 2);
  await assert.rejects(uploads.take(large, 1, 0, pieces('a', 'bc')), { code: 'invalid' });
  const damaged = announce('b', 2, 1, sha256Of('other'));
  await assert.rejects(uploads.take(damaged, 1, 0, pieces('ab')), { code: 'conflict', message: /damaged/ });
  disk.full = true;
  const unkept = announce('c', 2);
  await assert.rejects(uploads.take(unkept, 1, 0, pieces('ab')), /disk/);
  for (const ticket of [large, damaged, unkept])
    await assert.rejects(uploads.take(ticket, 1, 0, pieces()), { code: 'not_found' });
  assert.deepEqual([left(), uploads.count], [[], 0]);
});

test('so many of one account and in all', async (t) => {
  const { announce } = await opened(t);
  for (let i = 0; i < 3; i += 1) announce(`${i}`, 1);
  assert.throws(() => announce('x', 1), { code: 'limit_reached' });
  for (let i = 0; i < 17; i += 1) announce(`${i}`, 1, 2 + i);
  assert.throws(() => announce('x', 1, 99), { code: 'limit_reached' });
});

test('what nobody goes on with for an hour goes; the end and the next start leave nothing, and other files alone', async (t) => {
  const { clock, uploads, announce, root, left } = await opened(t);
  const [idle, used] = [announce('a', 9), announce('b', 9)];
  await uploads.take(idle, 1, 0, pieces('a'));
  await uploads.take(used, 1, 0, pieces('b'));
  await clock.advanceAsync(HOUR_MS - 60_000);
  await uploads.take(used, 1, 1, pieces('b'));
  await clock.advanceAsync(60_000);
  await turnsUntil('the file of what nobody went on with is gone', () => left().length === 1);
  assert.deepEqual([left().length, uploads.count], [1, 1]);
  await uploads.close();
  assert.deepEqual(left(), []);
  assert.equal(clock.pending(), 0);
  const part = `${'0'.repeat(32)}.part`;
  writeFileSync(join(root, part), 'x');
  writeFileSync(join(root, 'other'), 'x');
  await opened(t, root);
  assert.equal(existsSync(join(root, part)), false, 'as a kill leaves it');
  assert.deepEqual(left(), ['other']);
});

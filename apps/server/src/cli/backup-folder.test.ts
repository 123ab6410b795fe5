// What a backup may name, and how files are hashed.
import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { hashOf, isInside } from './backup-folder.ts';

test('a path leads into the folder it is laid in, whatever its names are, or it is none of a backup', () => {
  for (const path of ['outrider.sqlite', 'tls/key.pem', 'translations/en copy (1) – é.json', '..a/b..', 'a/C:b'])
    assert.ok(isInside(path), path);
  for (const path of [
    '',
    '/',
    '/etc/a',
    '..',
    '../a',
    'a/../../b',
    './a',
    'a//b',
    'a/',
    'a\\..\\b',
    'C:/a',
    'C:a',
    'a\0',
  ])
    assert.ok(!isInside(path), path);
});

test('the checksum is that of the whole file, read in parts: a file above two gigabytes cannot be read at once', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'outrider-backup-'));
  t.after(() => rm(folder, { recursive: true }));
  const [path, bytes] = [join(folder, 'file'), randomBytes(700_000)];
  await writeFile(path, bytes);
  const whole = t.mock.method(fs, 'readFileSync');
  syncBuiltinESMExports();
  t.after(() => {
    whole.mock.restore();
    syncBuiltinESMExports();
  });
  assert.equal(hashOf(path), createHash('sha256').update(bytes).digest('hex'));
  assert.equal(whole.mock.callCount(), 0);
});

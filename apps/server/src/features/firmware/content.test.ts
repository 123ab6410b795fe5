// A file that is not what its name says, or that ends too early, is refused.
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { assertWhatItClaims } from './content.ts';

/** The smallest ZIP with one empty file: local head, directory and end as the format has them. */
const ZIP = Buffer.from(
  '504b03040a0000000000000021000000000000000000000000000100000061' +
    '504b01021e030a000000000000002100000000000000000000000000010000000000000000000000a4810000000061' +
    '504b050600000000010001002f0000001f0000000000',
  'hex',
);

test('archives are looked into as far as their beginning and end go; other endings are anything', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'content-'));
  t.after(() => rm(folder, { recursive: true }));
  const check = async (name: string, bytes: Uint8Array): Promise<string> => {
    const path = join(folder, 'file');
    await writeFile(path, bytes);
    return assertWhatItClaims(path, name, bytes.length).then(
      () => '',
      (error: unknown) => (error instanceof Error ? error.message : ''),
    );
  };
  assert.equal(await check('box.zip', ZIP), '');
  assert.equal(await check('BOX.ZIP', ZIP.subarray(0, 40)), 'The end of this zip file is missing.');
  assert.equal(await check('box.zip', Buffer.from('<html>')), 'This is no zip file, as its name says.');
  assert.equal(await check('box.tgz', gzipSync('x')), '');
  assert.equal(await check('box.tgz', ZIP), 'This is no tgz file, as its name says.');
  assert.equal(await check('box.bin', Buffer.from('anything')), '');
});

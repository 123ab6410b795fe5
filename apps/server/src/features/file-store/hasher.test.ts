import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { silentLog } from '../../kernel/log.ts';
import { createManualClock } from '../../kernel/manual-clock.ts';
import { createHasher } from './hasher.ts';

test('a minute after the last file its thread has ended, and the next file starts another', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'outrider-hasher-'));
  const path = join(folder, 'file');
  writeFileSync(path, 'bytes');
  const clock = createManualClock();
  const hasher = createHasher(silentLog, clock);
  t.after(async () => {
    await hasher.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const known = createHash('sha256').update('bytes').digest('hex');
  const hashed = async (): Promise<string> => Buffer.from((await hasher.call('hash', [path])).sha256).toString('hex');
  assert.equal(await hashed(), known);
  clock.advance(59_999);
  assert.equal(hasher.running, true);
  clock.advance(1);
  assert.equal(hasher.running, false);
  assert.equal(await hashed(), known);
});

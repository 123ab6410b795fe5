// Archives are opened by another program's library: what went in comes out, for the right password only, and no name can be read.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openSevenZip } from './test-seven-zip.ts';
import { sevenZip } from './seven-zip.ts';

const PASSWORD = 'Sesame öffne dich 開門';
const pack = (content: Uint8Array): Uint8Array =>
  sevenZip({ name: 'log 紀錄.csv', content, modifiedMs: Date.UTC(2026, 2, 10, 12) }, PASSWORD);

test('unit: what went in comes out under its name, short or long', async () => {
  for (const bytes of [1, 16, 127, 3_000_000]) {
    const content = Uint8Array.from({ length: bytes }, (_, i) => (i * i) % 251);
    const files = await openSevenZip(pack(content), PASSWORD);
    assert.deepEqual([...files.keys()], ['log 紀錄.csv']);
    assert.ok(Buffer.from(files.get('log 紀錄.csv') ?? []).equals(content), `${bytes} bytes`);
  }
});

test('unit: another password opens nothing, and neither names nor contents can be read', async () => {
  const archive = pack(new TextEncoder().encode('secret secret secret'));
  await assert.rejects(openSevenZip(archive, 'sesame'));
  const text = Buffer.from(archive).toString('latin1');
  for (const word of ['secret', 'l\0o\0g', 'log']) assert.ok(!text.includes(word), word);
  assert.notDeepEqual(archive, pack(new TextEncoder().encode('secret secret secret')), 'never twice the same');
});

import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync, truncateSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { createStripper } from './stripped-sources.mjs';

const SOURCE = 'const a: number = 1;\nexport type B = string;\nexport const c = `時${a}` as string;\n';

const makeFolder = (t: TestContext): string => {
  const folder = mkdtempSync(join(tmpdir(), 'outrider-stripped-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

/** Strips into the folder and counts how often it had to. */
const counting = (folder: string) => {
  const asked: string[] = [];
  const strip = createStripper(folder, (source) => {
    asked.push(source);
    return stripTypeScriptTypes(source);
  });
  return { asked, strip };
};

test('a source is stripped once; a changed one again, and the kept text is what stripping gives', (t) => {
  const folder = join(makeFolder(t), 'deeper');
  const first = counting(folder);
  assert.equal(first.strip(SOURCE), stripTypeScriptTypes(SOURCE));
  const second = counting(folder);
  assert.equal(second.strip(SOURCE), stripTypeScriptTypes(SOURCE));
  assert.deepEqual(second.asked, []);
  second.strip(`${SOURCE}//`);
  assert.deepEqual([first.asked.length, second.asked.length], [1, 1]);
  assert.equal(readdirSync(folder).length, 2, 'nothing but the kept texts is left behind');
});

test('half a text is not taken, and a folder that cannot be written stops nothing', (t) => {
  const folder = makeFolder(t);
  counting(folder).strip(SOURCE);
  const [name = ''] = readdirSync(folder);
  truncateSync(join(folder, name), 30);
  const next = counting(folder);
  assert.equal(next.strip(SOURCE), stripTypeScriptTypes(SOURCE));
  assert.equal(next.asked.length, 1);
  const nowhere = counting(join(folder, name, 'below-a-file'));
  assert.equal(nowhere.strip(SOURCE), stripTypeScriptTypes(SOURCE));
});

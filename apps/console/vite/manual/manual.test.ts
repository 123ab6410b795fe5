// The manual can be drawn as it is written, the same way each time, with every picture it speaks of.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { manualChapters } from './index.ts';
import { drawManual } from './pdf.ts';

const chapters = manualChapters();
const words = JSON.stringify(chapters.map(({ title, blocks }) => [title, blocks]));

test('the chapters come in order and begin with their titles', () => {
  assert.equal(chapters[0]?.title, 'Signing in');
  assert.ok(chapters.length >= 9);
});

test('every picture is there', () => {
  const files = chapters.flatMap(({ blocks }) =>
    blocks.flatMap((each) => (each.kind === 'picture' ? [each.file] : [])),
  );
  assert.ok(files.length >= 10);
  assert.deepEqual(
    files.filter((file) => !existsSync(file)),
    [],
  );
});

test('it holds no sign that the fonts of a PDF lack', () => {
  // Latin 1 and the bullets that lists get; anything else would be drawn as another sign.
  assert.deepEqual(words.match(/[^\u0020-\u007e\u00a0-\u00ff\u2022]/g), null);
});

test('the same chapters give the same bytes of a PDF', async () => {
  const [first, second] = [await drawManual(chapters, 'User manual'), await drawManual(chapters, 'User manual')];
  assert.equal(first.subarray(0, 5).toString('latin1'), '%PDF-');
  assert.ok(first.equals(second));
});

// The published reference says what the contract and the protocol packages say: a limit, a right, a path or a field that changes shows.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from '../checks/source-files.ts';
import { referencePages } from './pages.ts';

/** Made from what is installed, which `npm run check` looks at. */
const OTHERS = new Set(['licences.txt']);

for (const [name, text] of referencePages()) {
  if (OTHERS.has(name)) continue;
  test(`docs/reference/${name} is what the sources say`, () => {
    const published = readFileSync(join(root, 'docs', 'reference', name), 'utf8').split('\n');
    const said = text.split('\n');
    const at = said.findIndex((line, index) => line !== published[index]);
    assert.equal(said[at], published[at], `line ${at + 1}`);
    assert.equal(said.length, published.length);
  });
}

// Every reason of the server is said and has an advice of its own, in Chinese as well.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { it } from 'node:test';
import { refusalReason } from '@outrider/contract';
import { wordsFor } from './refusal-words.ts';

const catalogue = (locale: string): Record<string, string> =>
  JSON.parse(readFileSync(new URL(`../../lib/catalogue/${locale}.json`, import.meta.url), 'utf8'));

it('says each reason and what to do about it', () => {
  const all = refusalReason.options.map((reason) => wordsFor(reason));
  assert.equal(new Set(all.map(({ text }) => text)).size, all.length);
  assert.equal(new Set(all.map(({ advice }) => advice)).size, all.length);
});

for (const locale of ['tw', 'cn'])
  it(`has both in ${locale}`, () => {
    const texts = catalogue(locale);
    for (const reason of refusalReason.options)
      for (const words of Object.values(wordsFor(reason))) assert.ok(texts[words] !== undefined, words);
  });

// The catalogues agree with each other and keep every placeholder of the English text. Not: whether every text has a row.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { it } from 'node:test';
import { mapSetting, postCustomEvent } from '@outrider/contract';

const read = (locale: string): Record<string, string> =>
  JSON.parse(readFileSync(new URL(`${locale}.json`, import.meta.url), 'utf8'));
const placeholders = (text: string): string => (text.match(/\{\w+\}/g) ?? []).toSorted().join();

it('has the same texts in both languages', () => {
  assert.deepEqual(Object.keys(read('tw')).toSorted(), Object.keys(read('cn')).toSorted());
});

for (const locale of ['en', 'tw', 'cn'])
  it(`keeps the placeholders of every text (${locale})`, () => {
    for (const [english, text] of Object.entries(read(locale)))
      assert.equal(placeholders(text), placeholders(english), english);
  });

it('has the rules that the contract says in its own sentences', () => {
  const draft = { deviceid: ['<b>'], start: 0, end: 0, downloadplan: [], streamtype: [], audioout: false };
  const address = { mode: 'online' as const, tilesUrl: 'x', attribution: '', maxZoom: 1 };
  const issues = [postCustomEvent.input.safeEncode(draft), mapSetting.save.input.safeEncode(address)].flatMap(
    ({ error }) => error?.issues ?? [],
  );
  assert.equal(issues.length, 3);
  for (const { message } of issues) assert.ok(message in read('tw'), message);
});

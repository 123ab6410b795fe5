// What a push script may say in its headers.
import assert from 'node:assert/strict';
import { validateHeaderValue } from 'node:http';
import { test } from 'node:test';
import { readPushScript } from './push-script.ts';

const taken = (value: string): boolean =>
  typeof readPushScript(`POST https://hooks.example.org/a\nX-Note: ${value}\n\n`) !== 'string';

const isSendable = (value: string): boolean => {
  try {
    validateHeaderValue('x-note', value);
    return true;
  } catch {
    return false;
  }
};

test('a header value is taken exactly where it can be sent', () => {
  const characters = Array.from({ length: 0x180 }, (_, code) => String.fromCodePoint(code));
  for (const character of [...characters, '\u2028', '車', '🚚']) {
    if (character === '\n' || character === '\r') continue; // they end the line
    const value = `a${character}b`;
    assert.equal(taken(value), isSendable(value), JSON.stringify(character));
  }
  assert.ok(taken('Bearer abc') && taken('déjà\tvu') && !taken('車隊'));
});

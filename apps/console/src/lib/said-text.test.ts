// Which text of the catalogues a filled in sentence of the server stands for.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { findSaid } from './said-text.ts';
import { SERVER_TEXTS } from './server-texts.ts';

it('finds the text and takes the values out', () => {
  assert.deepEqual(findSaid('The device has no channel 9'), {
    text: 'The device has no channel {channel}',
    values: { channel: '9' },
  });
  assert.deepEqual(findSaid('The number 13800000101 belongs to device A: 7'), {
    text: 'The number {number} belongs to device {device}',
    values: { number: '13800000101', device: 'A: 7' },
  });
  assert.deepEqual(findSaid('At most 31 days at once')?.values, { count: 31 });
});

it('takes the text that says more of the sentence, and one value for each name', () => {
  const group = (names: string): string => `This group is the group of ${names}. Give them another one first.`;
  assert.deepEqual(findSaid(group('ann, bob'))?.values, { names: 'ann, bob' });
  assert.deepEqual(findSaid(group('ann, bob and 3 more'))?.values, { names: 'ann, bob', number: '3' });
  assert.equal(findSaid('The device refused: result 7')?.text, 'The device refused: result {result}');
  assert.equal(findSaid('The device refused: busy')?.text, 'The device refused: {why}');
});

it('takes nothing else for one of them', () => {
  for (const other of [
    '',
    'Depot',
    'At most many days at once',
    'At most 31 days at once, he said',
    'The device has no channel ',
    'Order A7 says it',
    'There are 007 groups.',
    '{count} plans already.',
  ])
    assert.equal(findSaid(other), undefined, other);
});

it('finds each of them again by itself, whatever the values are', () => {
  for (const text of SERVER_TEXTS.filter((each) => each.includes('{'))) {
    assert.doesNotMatch(text, /\}\{/, 'nothing stands between two values');
    const values: Record<string, string | number> = {};
    const said = text.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
      values[name] = name === 'count' ? 12 : '34';
      return String(values[name]);
    });
    assert.deepEqual(findSaid(said), { text, values });
  }
});

it('reads a sentence once for each text, also one that is made to fit almost', () => {
  const nasty = `The number ${'1 belongs to device '.repeat(40)}`;
  assert.equal(findSaid(`${nasty}.`)?.text, 'The number {number} belongs to device {device}');
  assert.equal(findSaid(nasty.replaceAll('1', 'x')), undefined);
});

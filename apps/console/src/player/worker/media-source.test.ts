// What the page is told of a target for segments where workers have no Media Source Extensions.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openTarget } from './media-source.ts';

test('a target that is opened starts over, another type goes on in it', () => {
  const said: object[] = [];
  const open = () =>
    openTarget(
      'audio',
      'a',
      (message) => said.push(message),
      () => assert.fail('the page says so'),
    );
  open().changeType('b');
  open().close();
  const begin = { kind: 'segments-begin', track: 'audio' };
  assert.deepEqual(said, [
    { ...begin, mimeType: 'a', fresh: true },
    { ...begin, mimeType: 'b', fresh: false },
    { ...begin, mimeType: 'a', fresh: true },
  ]);
});

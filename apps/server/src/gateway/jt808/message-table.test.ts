// The table of messages says what happens: each row is tried over a connection, and what is sent is read off the imports.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setImmediate as settled } from 'node:timers/promises';
import { messages as jt1078Messages } from '@outrider/jt1078';
import { messages as jt808Messages } from '@outrider/jt808';
import { messagePairs } from '../../../../../packages/jt1078/testdata/golden-pairs.ts';
import { corePairs } from '../../../../../packages/jt808/testdata/core-pairs.ts';
import { areaPairs, controlPairs, textPairs } from '../../../../../packages/jt808/testdata/golden-pairs.ts';
import { safetyPairs } from '../../../../../packages/jt808/testdata/golden-pairs-safety.ts';
import {
  mediaPairs,
  recorderPairs,
  transparentPairs,
} from '../../../../../packages/jt808/testdata/golden-pairs-media.ts';
import { handlers, sent } from './message-table.ts';
import { openTestConnection } from './test-connection.ts';

/** A connection whose answers are read as [message id, message it answers, result] where it is a general one. */
const connect = (authenticated: boolean) => {
  const { say, frames } = openTestConnection({ authenticated });
  const answers = async (): Promise<number[][]> => {
    await settled();
    await settled();
    return frames().map(({ header, body }) =>
      header.messageId === 0x8001
        ? [header.messageId, ((body[2] ?? 0) << 8) | (body[3] ?? 0), body[4] ?? -1]
        : [header.messageId],
    );
  };
  return { say, answers };
};

const samples: (readonly [number, Uint8Array])[] = [
  ...corePairs.map(({ id, body }) => [id, Uint8Array.from(Buffer.from(body.replaceAll(' ', ''), 'hex'))] as const),
  ...[
    ...recorderPairs,
    ...mediaPairs,
    ...transparentPairs,
    ...textPairs,
    ...controlPairs,
    ...areaPairs,
    ...safetyPairs,
  ].map(({ id, body }) => [id, body] as const),
  ...messagePairs.map(({ id, bytes }) => [id, bytes] as const),
];
/** A good body of that message, the fullest there is; messages without a body have none. */
const bodyOf = (id: number): Uint8Array =>
  samples
    .filter((sample) => sample[0] === id)
    .map(([, body]) => body)
    .toSorted((one, other) => other.length - one.length)[0] ?? new Uint8Array(0);

for (const [id, row] of handlers) {
  const name = `0x${id.toString(16).padStart(4, '0')}`;
  test(`${name} is answered as its row says`, async () => {
    const { say, answers } = connect(true);
    say(id, bodyOf(id));
    const expected = row.answer === null ? [] : row.answer === 0x8001 ? [[0x8001, id, 0]] : [[row.answer]];
    assert.deepEqual(await answers(), expected);
  });

  test(`${name} before authentication is ${row.beforeAuthentication ? 'served' : 'refused'}`, async () => {
    const { say, answers } = connect(false);
    say(id, bodyOf(id));
    const refused = [[0x8001, id, 1]];
    if (row.beforeAuthentication) assert.notDeepEqual(await answers(), refused);
    else assert.deepEqual(await answers(), refused);
  });
}

test('every message a device may send that has no row is answered not supported, one of the platform is ignored', async () => {
  const codecs = [...jt808Messages, ...jt1078Messages];
  for (const { id, direction } of codecs) {
    if (direction === 'up' && handlers.has(id)) continue;
    const { say, answers } = connect(true);
    say(id, bodyOf(id));
    assert.deepEqual(await answers(), [[0x8001, id, direction === 'up' ? 3 : 0]]);
  }
});

test('the messages said to be sent are those this room can send', () => {
  const gateway = join(import.meta.dirname, '..');
  const names = new Set<string>();
  for (const file of readdirSync(gateway, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.ts') || file.endsWith('.test.ts')) continue;
    for (const [, id] of readFileSync(join(gateway, file), 'utf8').matchAll(/\bp([89][0-9a-f]{3})[A-Z]\w+/g))
      if (id !== undefined) names.add(id);
  }
  assert.deepEqual([...names].toSorted(), [...sent.keys()].map((id) => id.toString(16)).toSorted());
});

// What a question to a log means that names no filter.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { postStreamLog } from './log.ts';

test('a question without filters asks for all: each is empty, and a kind is one there is', () => {
  const span = { afterUpdatetime: 1_790_000_000, beforeUpdatetime: 1_790_086_399 };
  const asked = postStreamLog.input.parse(span);
  assert.deepEqual([asked.type, asked.entrance, asked.member, asked.deviceid], ['', '', '', '']);
  assert.equal(postStreamLog.input.safeParse({ ...span, type: 'Liveview end' }).success, true);
  assert.equal(postStreamLog.input.safeParse({ ...span, type: 'Liveview' }).success, false);
});

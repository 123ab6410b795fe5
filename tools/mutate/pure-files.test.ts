// Which files count as those that only decide.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pureFiles } from './pure-files.ts';

test('files of the apps that are named after a decision', () => {
  const pure = [
    'live-state',
    'day-steps',
    'next-step',
    'gate-rule',
    'plan',
    'give-order',
    'speed-ladder',
    'restart-waits',
  ];
  const files = [...pure, 'poll', 'alarm-list'].map((name) => `apps/a/src/${name}.ts`);
  const others = ['estate', 'store', 'alarms/list', 'alarm-list.test', 'poll/room'].map(
    (name) => `apps/a/src/${name}.ts`,
  );
  assert.deepEqual(pureFiles([...files, ...others, 'packages/a/src/poll.ts']), files);
});

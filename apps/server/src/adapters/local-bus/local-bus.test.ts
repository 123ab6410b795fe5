import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestLog } from '../../kernel/log.ts';
import { createLocalBus } from './local-bus.ts';

test('listeners hear in order, a throwing one is logged, an ended subscription hears nothing', () => {
  const log = createTestLog();
  const bus = createLocalBus(log);
  const heard: string[] = [];
  bus.subscribe('settings.changed', () => {
    throw new Error('boom');
  });
  const end = bus.subscribe('settings.changed', ({ key }) => heard.push(`first ${key}`));
  bus.subscribe('settings.changed', ({ key }) => heard.push(`second ${key}`));
  bus.publish('settings.changed', { key: 'a' });
  end();
  bus.publish('settings.changed', { key: 'b' });
  bus.publish('devices.relisted', { reason: 'removed' });
  assert.deepEqual(heard, ['first a', 'second a', 'second b']);
  assert.equal(log.lines.length, 2);
});

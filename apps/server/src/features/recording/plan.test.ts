import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RecordSettings } from '../device/index.ts';
import { keptDays, plannedChannels } from './plan.ts';

const settings = (changes: Partial<RecordSettings>): RecordSettings => ({
  enable: 1,
  plan: '',
  audio: 3,
  days: 0,
  ...changes,
});
const CHANNELS = [1, 2, 3, 4];
const DEVICE = { channels: CHANNELS, mainChannels: [2], talkChannel: 3 };

test('forbidden and live view only record nothing, full every channel, selected those of the plan', () => {
  const planned = (changes: Partial<RecordSettings>) =>
    plannedChannels(settings(changes), DEVICE).map(({ channel }) => channel);
  assert.deepEqual(planned({ enable: -1 }), []);
  assert.deepEqual(planned({ enable: 0 }), []);
  for (const enable of [-1, 0] as const)
    assert.deepEqual(planned({ enable, plan: '1111' }), [], 'whatever the plan says');
  assert.deepEqual(planned({ enable: 1 }), CHANNELS);
  assert.deepEqual(planned({ enable: 2, plan: '0101' }), [2, 4]);
  assert.deepEqual(planned({ enable: 2, plan: '01' }), [2], 'channels past the plan are not recorded');
});

test('a channel that is not there is not recorded, and each comes as the stream that is set', () => {
  const device = { ...DEVICE, channels: [1, 2, 4] };
  assert.deepEqual(plannedChannels(settings({ enable: 2, plan: '0110' }), device), [
    { channel: 2, stream: 'main', sound: true },
  ]);
  assert.deepEqual(
    plannedChannels(settings({}), device).map(({ stream }) => stream),
    ['sub', 'main', 'sub'],
  );
});

test('sound: of every channel, of the talk channel, or of none', () => {
  const sound = (audio: RecordSettings['audio']) =>
    plannedChannels(settings({ enable: 2, plan: '0110', audio }), DEVICE).map((each) => each.sound);
  assert.deepEqual(sound(3), [true, true]);
  assert.deepEqual(sound(1), [false, true]);
  for (const audio of [-1, 0, 2] as const) assert.deepEqual(sound(audio), [false, false]);
});

test('days 0 is the number of the server', () => {
  assert.equal(keptDays(settings({ days: 0 }), 30), 30);
  assert.equal(keptDays(settings({ days: 7 }), 30), 7);
});

// Photos of the channels of a device: all are tried, and none is taken twice.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createLocalBus } from '../../adapters/local-bus/local-bus.ts';
import type { DeviceLink, LinkRegistry } from '../../gateway/index.ts';
import { AppError } from '../../kernel/errors.ts';
import { silentLog } from '../../kernel/log.ts';
import { createManualClock } from '../../kernel/manual-clock.ts';
import type { StoredFile } from '../file-store/index.ts';
import { type PhotoKit, takePhotos } from './photos.ts';
import type { PlannedFetch } from './store.ts';

const NOW_MS = 1_800_000_000_000;
const FETCH: PlannedFetch = {
  id: 3,
  eventSerial: 5,
  kind: 'photos',
  deviceKey: 1,
  code: 19,
  eventMs: NOW_MS,
  dueMs: NOW_MS,
  startMs: NOW_MS,
  endMs: NOW_MS,
  channels: [1, 2, 3],
  mainChannels: [],
  audio: false,
  createdMs: NOW_MS,
  state: 'waiting',
  message: '',
  tries: 0,
  triedMs: 0,
};

/** A device whose channels answer as told: 'photo', or the code of what goes wrong. */
const setScene = () => {
  const clock = createManualClock(NOW_MS);
  const bus = createLocalBus(silentLog);
  const files: StoredFile[] = [];
  const asked: number[] = [];
  const answers = new Map<number, 'photo' | 'device_timeout' | 'device_unsupported'>();
  const keep = (channel: number, changes: Partial<StoredFile> = {}): StoredFile => {
    const file: StoredFile = {
      id: files.length + 1,
      deviceKey: 1,
      kind: 'photo',
      channel,
      takenMs: NOW_MS,
      receivedMs: clock.now(),
      name: 'a.jpg',
      mimeType: 'image/jpeg',
      bytes: 9,
      hash: Uint8Array.of(1),
      path: 'a',
      eventSerial: null,
      alarmSign: '',
      cause: '',
      source: '0x0801',
      identity: '',
      asked: false,
      lat: null,
      lng: null,
      ...changes,
    };
    files.push(file);
    return file;
  };
  /** Comes from the device, under its number of it. */
  const bring = (channel: number, number: number | '', changes: Partial<StoredFile> = {}): void => {
    const { id, eventSerial } = keep(channel, { identity: `0x0801/${number}/0/${channel}/1`, ...changes });
    bus.publish('file.kept', { fileId: id, deviceKey: 1, eventSerial });
  };
  /** What happens between an order and its photo, and what the device names in its answer. */
  const scene = {
    before: async (_channel: number): Promise<void> => undefined,
    numbers: (): number[] => [number],
    isBare: false,
  };
  let number = 100;
  const order = async (_name: string, { channel }: { channel: number }): Promise<number[]> => {
    asked.push(channel);
    const answer = answers.get(channel) ?? 'photo';
    if (answer !== 'photo') throw new AppError(answer, answer);
    await scene.before(channel);
    number += 1;
    if (scene.isBare) bring(channel, '');
    else bring(channel, number, { cause: 'order' });
    return scene.numbers();
  };
  const kit: PhotoKit = {
    bus,
    clock,
    // The part of the registry and of a link that is used here.
    links: { get: () => ({ order }) as unknown as DeviceLink, count: () => 1 } satisfies LinkRegistry,
    files: {
      byId: async (id) => files.find((file) => file.id === id),
      link: async ({ id }, eventSerial) => {
        const file = files.find((each) => each.id === id);
        if (file !== undefined) file.eventSerial = eventSerial;
      },
      list: async ({ eventSerials = [], kind }) =>
        files.filter((file) => file.kind === kind && eventSerials.includes(file.eventSerial ?? 0)),
    },
  };
  const take = (nth = 1) => takePhotos(kit, FETCH, nth, new AbortController().signal);
  return { clock, asked, answers, files, keep, bring, scene, take };
};

test('each channel is tried before the try fails, and the next one asks only for what is missing', async () => {
  const { asked, answers, take, files } = setScene();
  answers.set(1, 'device_timeout');
  await assert.rejects(take(), { code: 'device_timeout' });
  assert.deepEqual(asked.splice(0), [1, 2, 3]);
  await assert.rejects(take(), { code: 'device_timeout' });
  assert.deepEqual(asked.splice(0), [1]);
  answers.delete(1);
  assert.deepEqual([await take(), asked], [[1, 2, 3], [1]]);
  assert.deepEqual(
    files.map(({ channel, eventSerial }) => [channel, eventSerial]).toSorted(([a], [b]) => Number(a) - Number(b)),
    [
      [1, 5],
      [2, 5],
      [3, 5],
    ],
  );
});

test('a channel without a camera has no photo, and nothing is said against it', async () => {
  const { answers, take } = setScene();
  answers.set(2, 'device_unsupported');
  assert.deepEqual(await take(), [1, 3]);
});

test('the second photos of an event are taken beside the first', async () => {
  const { asked, take } = setScene();
  assert.deepEqual(await take(1), [1, 2, 3]);
  assert.deepEqual(await take(2), [1, 2, 3]);
  assert.deepEqual(await take(2), [1, 2, 3]);
  assert.deepEqual(asked, [1, 2, 3, 1, 2, 3]);
});

test('photos from before, those that the alarm announced and those of other events do not count', async () => {
  const { asked, keep, take } = setScene();
  keep(1, { eventSerial: 5, receivedMs: NOW_MS - 1 });
  keep(2, { eventSerial: 5, alarmSign: 'ab' });
  keep(3, { eventSerial: 6 });
  assert.deepEqual(
    [await take(), asked],
    [
      [1, 2, 3],
      [1, 2, 3],
    ],
  );
});

/** Ids of the photos that the event has, by their channels. */
const linked = (files: readonly StoredFile[]): string[] =>
  files.filter(({ eventSerial }) => eventSerial === 5).map(({ channel, identity }) => `${channel} ${identity}`);

test('what comes meanwhile and belongs to another event, was taken by the clock or for somebody else is not taken for the answer', async () => {
  const { take, files, bring, scene } = setScene();
  scene.before = async (channel) => {
    bring(channel, '', { eventSerial: 9, cause: 'order' });
    bring(channel, '', { alarmSign: 'ab', cause: 'order' });
    bring(channel, 20 + channel, { cause: 'timed' });
    bring(channel, 30 + channel, { cause: 'order' });
    await nextTurn();
  };
  assert.deepEqual(await take(), [1, 2, 3]);
  assert.deepEqual(linked(files), ['1 0x0801/101/0/1/1', '2 0x0801/102/0/2/1', '3 0x0801/103/0/3/1']);
  assert.deepEqual(
    files.filter(({ eventSerial }) => eventSerial === 9).map(({ channel }) => channel),
    [1, 2, 3],
  );
});

test('a device that names no numbers: the photo that was taken on an order, not one by the clock', async () => {
  const { take, files, bring, scene } = setScene();
  scene.numbers = () => [];
  scene.before = async (channel) => {
    bring(channel, 20 + channel, { cause: 'timed' });
    await nextTurn();
  };
  assert.deepEqual(await take(), [1, 2, 3]);
  assert.deepEqual(linked(files), ['1 0x0801/101/0/1/1', '2 0x0801/102/0/2/1', '3 0x0801/103/0/3/1']);
});

test('a device that sends its pictures bare, without number and cause: one that came by another way is not taken', async () => {
  const { take, files, bring, scene } = setScene();
  scene.isBare = true;
  scene.before = async (channel) => {
    bring(channel, '', { source: '0x1212' });
    bring(channel, '', { cause: 'timed' });
    await nextTurn();
  };
  assert.deepEqual(await take(), [1, 2, 3]);
  const own = files.filter(({ eventSerial }) => eventSerial === 5);
  assert.deepEqual(
    own.map(({ channel, source, cause }) => [channel, source, cause]),
    [1, 2, 3].map((channel) => [channel, '0x0801', '']),
  );
});

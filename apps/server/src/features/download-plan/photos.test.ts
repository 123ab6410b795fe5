// Photos of the channels of a device: all are tried, and none is taken twice.
import assert from 'node:assert/strict';
import { test } from 'node:test';
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
  const order = async (_name: string, { channel }: { channel: number }): Promise<void> => {
    asked.push(channel);
    const answer = answers.get(channel) ?? 'photo';
    if (answer !== 'photo') throw new AppError(answer, answer);
    const { id } = keep(channel);
    bus.publish('file.kept', { fileId: id, deviceKey: 1, eventSerial: null });
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
  return { clock, asked, answers, files, keep, take };
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

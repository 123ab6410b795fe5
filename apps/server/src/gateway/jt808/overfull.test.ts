// A device over UDP cannot be held back: what it sends while too much waits for the disk is left unanswered, counted, and taken later.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { IncomingFile } from '../ports.ts';
import { keptFile, openTestConnection } from './test-connection.ts';

const MOST = 256;
const PICTURE = Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 1, 2, 3, 0xff, 0xd9);

const connect = (kind: 'tcp' | 'udp') => {
  const disk = { release: (): void => undefined, begun: 0 };
  const free = new Promise<void>((resolve) => {
    disk.release = resolve;
  });
  const begin = (): Promise<IncomingFile> => {
    disk.begun += 1;
    return Promise.resolve(keptFile);
  };
  const messages = { keep: () => free, keepCard: () => free };
  const { say, frames, kit } = openTestConnection({
    kind,
    messages,
    positions: { store: () => free },
    files: { begin },
  });
  /** Of messages that were answered, so far. */
  const answered = async (): Promise<number[]> => {
    for (let i = 0; i < 10; i += 1) await nextTurn();
    return frames().map(({ body }) => ((body[0] ?? 0) << 8) | (body[1] ?? 0));
  };
  return { say, answered, counters: kit.counters, disk };
};

const UPLINK = 0x0900;
const LOCATION = 0x0200;
const NOWHERE = new Uint8Array(28);
const MEDIA = 0x0801;
const passed = (i: number): Uint8Array => Uint8Array.of(0xf1, i >> 8, i & 0xff);

test('over UDP no more than 256 wait for the disk; the rest is unanswered, counted, and taken when it comes again', async () => {
  const { say, answered, counters, disk } = connect('udp');
  for (let i = 1; i <= MOST + 44; i += 1) say(UPLINK, passed(i), i);
  say(MEDIA, PICTURE, 500);
  assert.deepEqual(await answered(), []);
  assert.equal(counters.unkeptMessages, 45);
  disk.release();
  assert.deepEqual(
    await answered(),
    Array.from({ length: MOST }, (_, i) => i + 1),
  );
  assert.equal(disk.begun, 0);
  say(UPLINK, passed(MOST + 44), MOST + 44);
  say(MEDIA, PICTURE, 500);
  assert.deepEqual((await answered()).slice(MOST), [MOST + 44, 500]);
  assert.deepEqual([disk.begun, counters.unkeptMessages], [1, 45]);
});

test('over TCP, which is read no further, what was read is kept', async () => {
  const { say, answered, counters, disk } = connect('tcp');
  for (let i = 1; i <= MOST + 44; i += 1) say(UPLINK, passed(i), i);
  disk.release();
  assert.equal((await answered()).length, MOST + 44);
  assert.equal(counters.unkeptMessages, 0);
});

test('positions over UDP are no exception: what comes while 256 wait is taken when it comes again', async () => {
  const { say, answered, counters, disk } = connect('udp');
  for (let i = 1; i <= MOST + 10; i += 1) say(LOCATION, NOWHERE, i);
  assert.deepEqual([await answered(), counters.positions, counters.unkeptMessages], [[], MOST, 10]);
  disk.release();
  assert.equal((await answered()).length, MOST);
  say(LOCATION, NOWHERE, MOST + 10);
  assert.deepEqual((await answered()).slice(MOST), [MOST + 10]);
});

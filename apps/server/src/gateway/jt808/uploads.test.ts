// Uploads to FTP servers on one link: known by the serial that began them, and lost with the link.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { p9206UploadRequest } from '@outrider/jt1078';
import type { Jt808Connection } from './connection.ts';
import { openTestConnection } from './test-connection.ts';

const HEARTBEAT = 0x0002;
const DONE = 0;
const request = {
  channel: 1,
  startMs: Date.UTC(2026, 2, 1),
  endMs: Date.UTC(2026, 2, 1, 0, 1),
  stream: 'main',
  address: '198.51.100.9',
  port: 21,
  user: 'u',
  password: 'p',
  path: '/',
} as const;

const setUp = () => {
  const known: Jt808Connection[] = [];
  const device = openTestConnection({ dispatch: (connection) => void known.push(connection) });
  device.say(HEARTBEAT, new Uint8Array(0));
  const [connection] = known;
  assert.ok(connection);
  const { lanes, codec } = connection;
  /** Is begun, and taken by the device. */
  const begin = async () => {
    const taken = connection.uploads.start({ lanes, codec, utcOffsetMinutes: 0 }, request);
    await nextTurn();
    const { header } = device.frames().findLast((frame) => frame.header.messageId === p9206UploadRequest.id) ?? {};
    assert.ok(header);
    lanes.generalReply(header.serial, header.messageId, DONE);
    return { upload: await taken, serial: header.serial };
  };
  return { device, connection, begin };
};

test('the end of an upload is the one whose serial the device names', async () => {
  const { connection, begin } = setUp();
  const [one, two] = [await begin(), await begin()];
  connection.uploads.finished(two.serial, DONE);
  connection.uploads.finished(one.serial, 1);
  assert.deepEqual(await Promise.all([one.upload.ended, two.upload.ended]), ['failed', 'done']);
  await assert.rejects(one.upload.control('pause'), /over/);
});

test('with the link every upload that runs is lost', async () => {
  const { device, begin } = setUp();
  const { upload } = await begin();
  device.close();
  assert.equal(await Promise.race([upload.ended, nextTurn()]), 'lost');
});

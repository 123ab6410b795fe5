// Limits of a connection for files: what a device leaves unread, and how long it may stay while the disk is at work.
import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { encodeFrame, makeAlarmSign, t1210AttachmentList, t1211FileStart, toHex } from '@outrider/jt808';
import { silentLog } from '../../kernel/log.ts';
import { createManualClock } from '../../kernel/manual-clock.ts';
import type { AlarmUpload } from '../alarm-files.ts';
import { Traffic } from '../traffic.ts';
import { FilesConnection } from './files-connection.ts';

const NUMBER = '0123456789ABCDEFGHJKMNPQ';
const SIGN = makeAlarmSign({ terminalId: '0000101', time: Date.UTC(2026, 0, 1), sequence: 0, attachments: 1 }, 16);
const PHOTO = { name: `00_64_6401_0_${NUMBER}.jpg`, type: 0, size: 1000 };
const never = new Promise<never>(() => undefined);

const frameOf = (messageId: number, serial: number, body: Uint8Array, encryption = 0): Uint8Array => {
  const header = { layout: '2013', versionFlag: false, protocolVersion: null, phone: '013800000101' } as const;
  return encodeFrame({ ...header, messageId, serial, encryption }, body);
};

/** The other end reads `reads` ? all : nothing. */
const connect = (reads: boolean, find: () => Promise<AlarmUpload | undefined>) => {
  const clock = createManualClock();
  const socket = new Duplex({
    read: () => undefined,
    write: (_chunk, _encoding, done) => {
      if (reads) done();
    },
  });
  const connection = new FilesConnection(
    {
      clock,
      log: silentLog,
      refusals: { add: () => undefined },
      uploads: { find },
      maxFileBytes: 1_000_000,
      counters: { files: 0, bytes: 0, refused: 0, unaskedBytes: 0 },
      traffic: new Traffic(),
      objection: () => undefined,
      mayAnswer: () => true,
      claim: () => undefined,
    },
    // What is used of a socket here is a stream.
    socket as unknown as Socket,
  );
  const say = async (...frames: Uint8Array[]): Promise<void> => {
    socket.push(Buffer.concat(frames));
    for (let i = 0; i < 5; i += 1) await nextTurn();
  };
  const tickAt = async (ms: number): Promise<void> => {
    clock.advance(ms - clock.monotonic());
    connection.tick(clock.monotonic());
    for (let i = 0; i < 5; i += 1) await nextTurn();
  };
  return { socket, say, tickAt };
};

test('a device that reads no answers is cut at a mebibyte of them', async () => {
  const { socket, say } = connect(false, () => never);
  const answered = Array.from({ length: 1000 }, (_, i) => frameOf(0x0002, i, new Uint8Array(0), 1)); // encrypted: refused one by one
  for (let i = 0; i < 200 && !socket.destroyed; i += 1) await say(...answered);
  assert.ok(socket.destroyed, `${socket.writableLength} bytes unread`);
});

test('a disk at work excuses silence, and neither an hour nor a first message that does not come', async () => {
  const upload: AlarmUpload = {
    deviceKey: 7,
    alarmSign: toHex(SIGN.raw),
    announce: async () => undefined,
    begin: () => never,
    kept: async () => undefined,
    closed: () => undefined,
  };
  const files = [{ name: PHOTO.name, size: PHOTO.size }];
  const list = { terminalId: '0000101', alarmSign: SIGN, alarmNumber: NUMBER, infoType: 0, files };
  const listFrame = frameOf(0x1210, 1, t1210AttachmentList.encode(list, '2013'));
  const begun = connect(true, async () => upload);
  await begun.say(listFrame);
  await begun.say(frameOf(0x1211, 2, t1211FileStart.encode(PHOTO, '2013')));
  await begun.tickAt(61_000);
  assert.equal(begun.socket.destroyed, false);
  await begun.tickAt(3_600_000);
  assert.equal(begun.socket.destroyed, true);

  const stuck = connect(true, () => never);
  await stuck.say(listFrame);
  await stuck.tickAt(29_000);
  assert.equal(stuck.socket.destroyed, false);
  await stuck.tickAt(30_000);
  assert.equal(stuck.socket.destroyed, true);
});

test('one that is refused and reads nothing is cut after five seconds; an answer that is read still goes out', async () => {
  const answered = frameOf(0x0002, 1, new Uint8Array(0), 1);
  const deaf = connect(false, () => never);
  await deaf.say(answered);
  await deaf.tickAt(30_000);
  assert.deepEqual([deaf.socket.writableEnded, deaf.socket.destroyed], [true, false]);
  await deaf.tickAt(34_999);
  assert.equal(deaf.socket.destroyed, false);
  await deaf.tickAt(35_000);
  assert.equal(deaf.socket.destroyed, true);

  const polite = connect(true, () => never);
  await polite.say(answered);
  await polite.tickAt(30_000);
  assert.deepEqual([polite.socket.writableFinished, polite.socket.destroyed], [true, true]);
});

// A device over UDP cannot be held back: what it sends while too much waits for the disk is left unanswered, counted, and taken later.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { encodeFrame, FrameSplitter } from '@outrider/jt808';
import { silentLog } from '../../kernel/log.ts';
import { createManualClock } from '../../kernel/manual-clock.ts';
import { Strangers } from '../strangers.ts';
import { type ConnectionKit, Jt808Connection } from './connection.ts';
import { dispatch } from './dispatch.ts';

const MOST = 256;
const PICTURE = Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 1, 2, 3, 0xff, 0xd9);

const connect = (kind: 'tcp' | 'udp') => {
  const written: Uint8Array[] = [];
  const disk = { release: (): void => undefined, begun: 0 };
  const free = new Promise<void>((resolve) => {
    disk.release = resolve;
  });
  const counters = {
    frames: 0,
    rejectedFrames: 0,
    positions: 0,
    unknownMessages: 0,
    unkeptMessages: 0,
    malformedMessages: 0,
    encryptedMessages: 0,
  };
  const accepted = {
    outcome: 'accepted' as const,
    deviceKey: 1,
    deviceId: '13800138000',
    authCode: 'code',
    utcOffsetMinutes: 480,
    stored: Promise.resolve(),
  };
  const kit: ConnectionKit = {
    clock: createManualClock(),
    log: silentLog,
    directory: { admit: () => accepted, forget: () => undefined },
    positions: { store: () => Promise.resolve() },
    messages: { keep: () => free, keepCard: () => free },
    files: {
      begin: async () => {
        disk.begun += 1;
        return {
          missing: () => [],
          write: () => Promise.resolve(),
          finish: () => Promise.resolve({ id: 1, bytes: 1, sha256: '', eventSerial: null, repeated: false }),
          abandon: () => Promise.resolve(),
        };
      },
    },
    refusals: { add: () => undefined },
    mayAnswer: () => true,
    counters,
    dispatch,
    onAuthenticated: () => undefined,
    onDriver: () => undefined,
    onClosed: () => undefined,
    strangers: new Strangers({ total: 10, perAddress: 10 }),
    isAlive: () => Promise.resolve(false),
    onPushedOut: () => undefined,
  };
  const connection = new Jt808Connection(kit, {
    kind,
    remoteAddress: '198.51.100.1',
    remotePort: 1,
    localAddress: '198.51.100.2',
    localPort: 6808,
    write: (bytes) => {
      written.push(Uint8Array.from(bytes));
      return true;
    },
    pause: () => undefined,
    resume: () => undefined,
    close: () => undefined,
  });
  connection.accepted = accepted;
  const say = (messageId: number, serial: number, body: Uint8Array): void => {
    const header = { layout: '2013', versionFlag: false, protocolVersion: null, phone: '013800138000' } as const;
    connection.receive(encodeFrame({ ...header, messageId, serial }, body));
  };
  /** Of messages that were answered, so far. */
  const answered = async (): Promise<number[]> => {
    for (let i = 0; i < 10; i += 1) await nextTurn();
    const splitter = new FrameSplitter();
    const frames = written.flatMap((bytes) => splitter.push(bytes)).filter((event) => event.kind === 'frame');
    return frames.map(({ body }) => ((body[0] ?? 0) << 8) | (body[1] ?? 0));
  };
  return { say, answered, counters, disk };
};

const UPLINK = 0x0900;
const MEDIA = 0x0801;
const passed = (i: number): Uint8Array => Uint8Array.of(0xf1, i >> 8, i & 0xff);

test('over UDP no more than 256 wait for the disk; the rest is unanswered, counted, and taken when it comes again', async () => {
  const { say, answered, counters, disk } = connect('udp');
  for (let i = 1; i <= MOST + 44; i += 1) say(UPLINK, i, passed(i));
  say(MEDIA, 500, PICTURE);
  assert.deepEqual(await answered(), []);
  assert.equal(counters.unkeptMessages, 45);
  disk.release();
  assert.deepEqual(
    await answered(),
    Array.from({ length: MOST }, (_, i) => i + 1),
  );
  assert.equal(disk.begun, 0);
  say(UPLINK, MOST + 44, passed(MOST + 44));
  say(MEDIA, 500, PICTURE);
  assert.deepEqual((await answered()).slice(MOST), [MOST + 44, 500]);
  assert.deepEqual([disk.begun, counters.unkeptMessages], [1, 45]);
});

test('over TCP, which is read no further, what was read is kept', async () => {
  const { say, answered, counters, disk } = connect('tcp');
  for (let i = 1; i <= MOST + 44; i += 1) say(UPLINK, i, passed(i));
  disk.release();
  assert.equal((await answered()).length, MOST + 44);
  assert.equal(counters.unkeptMessages, 0);
});

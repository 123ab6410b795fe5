// What is shown of frames, what is hidden in them, and that nobody pays for what nobody watches.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { p9206UploadRequest } from '@outrider/jt1078';
import {
  encodeFrame,
  type MessageCodec,
  p8100RegisterReply,
  p8105Control,
  p8204LinkCheck,
  readFrame,
  t0002Heartbeat,
  t0102Authenticate,
  toHex,
} from '@outrider/jt808';
import { createManualClock } from '../../kernel/manual-clock.ts';
import type { TracedFrame } from '../traces.ts';
import type { Jt808Connection } from './connection.ts';
import { FrameTaps } from './frame-taps.ts';
import { tracedFrame } from './traced-frame.ts';

const short = { layout: '2013', versionFlag: false, protocolVersion: null, phone: '013800138000', serial: 7 } as const;
const long = {
  layout: '2019',
  versionFlag: true,
  protocolVersion: 1,
  phone: '00000000013800138000',
  serial: 7,
} as const;

const traced = (raw: Uint8Array, edition: '2013' | '2019' = '2013'): TracedFrame => {
  const frame = readFrame(raw);
  assert.equal(frame.kind, 'frame');
  return tracedFrame(frame, 'to-device', edition, 0);
};
const rawOf = <T>(codec: MessageCodec<T>, message: T, header: typeof short | typeof long = short): Uint8Array =>
  encodeFrame({ ...header, messageId: codec.id }, codec.encode(message, header.layout));

test('a message without a secret is shown as it is, byte for byte', () => {
  const raw = rawOf(p8105Control, { command: 4 });
  const { hex, fields, id, name, serial, isPeer, isHeartbeat } = traced(raw);
  assert.deepEqual(
    { hex, fields, id, name, serial, isPeer, isHeartbeat },
    {
      hex: toHex(raw),
      fields: '{"command":4}',
      id: 0x8105,
      name: 'control',
      serial: 7,
      isPeer: false,
      isHeartbeat: false,
    },
  );
});

test('codes and passwords are in neither the bytes nor the fields, in both layouts and where bytes are escaped', () => {
  const code = '~}secret}~';
  for (const header of [short, long]) {
    const shown = [
      traced(rawOf(p8100RegisterReply, { replySerial: 0x7e7d, result: 0, authCode: code }, header), header.layout),
      traced(rawOf(t0102Authenticate, { authCode: code, imei: '', softwareVersion: '' }, header), header.layout),
    ];
    for (const { hex, fields } of shown) {
      assert.doesNotMatch(hex, /736563726574/);
      assert.doesNotMatch(fields, /secret/);
      assert.match(hex, /^7e(?:8100|0102)[0-9a-f]+(?:\*\*){11,}7e$/);
    }
    assert.match(shown[0]?.hex ?? '', /7d027d0100\*\*/, 'what is in front of the code is shown');
  }
  const { hex, fields, isPeer } = traced(
    rawOf(p9206UploadRequest, {
      address: '192.0.2.1',
      port: 21,
      userName: 'joe',
      password: 'hush',
      path: '/',
      channel: 1,
      startBcd: '260101000000',
      endBcd: '260101010000',
      alarmFlags: 0n,
      resourceType: 0,
      streamType: 1,
      storageType: 1,
      conditions: 1,
    }),
  );
  assert.ok(isPeer && !hex.includes('68757368') && !fields.includes('hush') && fields.includes('"port":21'));
});

const setUp = () => {
  const clock = createManualClock();
  const written: Uint8Array[] = [];
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- all that is asked of a connection here
  const connection = { tap: null, accepted: null, terminalId: '1' } as unknown as Jt808Connection;
  Object.assign(connection, { write: (frame: Uint8Array) => void written.push(frame) });
  const taps = new FrameTaps({ clock, connections: () => [connection], connectionOf: () => connection });
  const shown: [id: number, lost: number][] = [];
  const watch = () =>
    taps.watch({ deviceKey: 5, isNamed: (number) => number === '1' }, ({ id }, lost) => shown.push([id, lost]));
  return { clock, connection, taps, shown, watch, written };
};

test('a connection has a tap only while somebody watches its device', () => {
  const { connection, taps, watch } = setUp();
  assert.equal(connection.tap, null);
  const ends = [watch(), watch()];
  assert.ok(connection.tap);
  ends[0]?.();
  assert.ok(connection.tap, 'one still watches');
  connection.accepted = { deviceKey: 6 } as never;
  assert.equal(taps.tapOf(connection), null, 'it turned out to be another device');
  connection.accepted = { deviceKey: 5 } as never;
  assert.ok(taps.tapOf(connection));
  ends[1]?.();
  assert.equal(connection.tap, null);
  ends[1]?.();
});

test('of a second 300 frames are shown; the next one says how many were not', () => {
  const { clock, connection, shown, watch } = setUp();
  watch();
  const raw = rawOf(t0002Heartbeat, {});
  for (let i = 0; i < 1000; i += 1) connection.tap?.went(raw, '2013');
  assert.equal(shown.length, 300);
  clock.advance(1000);
  connection.tap?.went(raw, '2013');
  assert.deepEqual(shown.slice(-2), [
    [2, 0],
    [2, 700],
  ]);
});

test('bytes that are no frame are sent and shown', () => {
  const { connection, taps, shown, watch, written } = setUp();
  watch();
  taps.write(5, Uint8Array.of(0x7e, 1, 0x7e));
  assert.deepEqual(written.map(toHex), ['7e017e']);
  connection.tap?.went(Uint8Array.of(0x7e, 1, 0x7e), '2013');
  assert.deepEqual(shown, [[0, 0]]);
  const whole = rawOf(p8204LinkCheck, {});
  assert.equal(taps.write(5, whole), whole);
  for (const bad of [Uint8Array.of(1), new Uint8Array(1003), new Uint8Array(5000)])
    assert.throws(() => taps.write(5, bad), { code: 'invalid' });
});

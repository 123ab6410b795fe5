// Device links over real sockets: who gets in, who is put out, and what the platform answers. Positions are positions.test.ts.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  GENERAL_RESULT,
  p8003ResendRequest,
  p8004TimeReply,
  p8100RegisterReply,
  p8800MediaReply,
  t0002Heartbeat,
  t0003Logout,
  t0004TimeRequest,
  t0100Register,
  t0801MediaUpload,
} from '@outrider/jt808';
import { afterwards } from './support/cleanup.ts';
import { Device, locationAt, rawFrame } from './support/device.ts';
import { Channel, asJson, httpCall, refusals } from './support/operator.ts';
import { type Server, startDrivenServer, startServer } from './support/server.ts';
import { until } from './support/until.ts';

const NOTHING = new Uint8Array(0);
const ASK_ATTRIBUTES = 0x8107;
/** A picture of media id 9, channel 1, with its place and content. */
const PHOTO = t0801MediaUpload.encode(
  {
    mediaId: 9,
    type: 0,
    format: 0,
    event: 0,
    channel: 1,
    location: locationAt(Date.UTC(2026, 0, 1)),
    data: Uint8Array.from({ length: 860 }, (_, i) => i & 0xff),
  },
  '2019',
);

const statusOf = async (channel: Channel, id: string): Promise<unknown> =>
  asJson((await channel.get('Q05', { I: id }))['Z'])['status'];

const reasonsOf = async (server: Server): Promise<unknown[]> => (await refusals(server)).map(({ reason }) => reason);

for (const edition of ['2013', '2019'] as const) {
  for (const transport of ['tcp', 'udp'] as const) {
    test(`a ${edition} device over ${transport} registers, authenticates, beats and is shown online`, async (t) => {
      const server = await startServer(t);
      const operator = await Channel.signedIn(server);
      await operator.get('D01', { I: '13800000101', C: 2 });
      assert.equal(await statusOf(operator, '13800000101'), 0);
      const device = await Device.online(server.ports.jt808, { edition, transport });
      afterwards(t, () => device.close());
      assert.equal(await device.ask(t0002Heartbeat, {}), GENERAL_RESULT.done);
      assert.equal(await statusOf(operator, '13800000101'), 1);
      // What it is, a device is asked two seconds after it came: on a busy machine before this.
      const others = device.received.filter(({ header }) => header.messageId !== ASK_ATTRIBUTES);
      assert.deepEqual(others, [], 'nothing but the answers came');
    });
  }
}

test('the code of the register lets a device in again, another code does not and is shown as refused', async (t) => {
  const server = await startServer(t);
  const first = await Device.online(server.ports.jt808);
  first.close();
  const again = await Device.dial(server.ports.jt808);
  afterwards(t, () => again.close());
  assert.equal(await again.authenticate('stolen'), GENERAL_RESULT.failed);
  assert.ok((await reasonsOf(server)).includes('wrong authentication code'));
  assert.equal(await again.authenticate(first.authCode), GENERAL_RESULT.done);
  const entry = (await refusals(server)).find(({ reason }) => reason === 'wrong authentication code');
  assert.equal(entry?.['terminal'], '13800000101');
  assert.equal(entry?.['bytes'], '', 'the code is a secret and shown nowhere');
});

test('with acceptWrongAuthCode a known device of another platform gets in with its old code', async (t) => {
  const server = await startServer(t, { acceptWrongAuthCode: true });
  const operator = await Channel.signedIn(server);
  await operator.get('D01', { I: '13800000101', C: 2 });
  const device = await Device.dial(server.ports.jt808);
  afterwards(t, () => device.close());
  assert.equal(await device.authenticate('of-elsewhere'), GENERAL_RESULT.done);
});

test('before authentication nothing is taken, and a device that insists is cut', async (t) => {
  const server = await startServer(t);
  const device = await Device.dial(server.ports.jt808);
  for (let i = 0; i < 4; i += 1) assert.equal(await device.locate(locationAt(Date.now())), GENERAL_RESULT.failed);
  device.send(t0002Heartbeat, {});
  await device.untilClosed();
  assert.deepEqual(await reasonsOf(server), ['not authenticated']);
});

test('registered-only: an unknown number is refused with words, and let in once the operator has registered it', async (t) => {
  const server = await startServer(t, { registrationPolicy: 'registered-only' });
  const stranger = await Device.dial(server.ports.jt808);
  afterwards(t, () => stranger.close());
  assert.equal((await stranger.register()).result, 4);
  assert.deepEqual(await reasonsOf(server), ['not registered']);
  const operator = await Channel.signedIn(server);
  await operator.get('D01', { I: '13800000101', C: 4 });
  await stranger.signOn();
  assert.equal(await statusOf(operator, '13800000101'), 1);
});

test('accept-new: an unknown number waits among the new devices while it is connected', async (t) => {
  const server = await startServer(t);
  const operator = await Channel.signedIn(server);
  const device = await Device.online(server.ports.jt808);
  const { rows } = await operator.list('Q03');
  assert.deepEqual(
    rows.map(({ deviceid, registered, status }) => [deviceid, registered, status]),
    [['13800000101', 0, 1]],
  );
  device.close();
  await until('the new device leaves the list', async () => (await operator.list('Q03')).rows.length === 0);
});

test('a newer connection of a device takes over, the older one is closed, the device stays online', async (t) => {
  const server = await startServer(t);
  const operator = await Channel.signedIn(server);
  await operator.get('D01', { I: '13800000101', C: 4 });
  const older = await Device.online(server.ports.jt808);
  const newer = await Device.online(server.ports.jt808);
  afterwards(t, () => newer.close());
  await older.untilClosed();
  assert.equal(await statusOf(operator, '13800000101'), 1);
  assert.equal(await newer.ask(t0002Heartbeat, {}), GENERAL_RESULT.done);
});

test('another number on a link is not answered, and five of them end the link', async (t) => {
  const server = await startServer(t);
  const neighbour = await Device.online(server.ports.jt808, { phone: '13800000102' });
  afterwards(t, () => neighbour.close());
  const device = await Device.online(server.ports.jt808);
  device.write(rawFrame('13800000102', 0x0002, 77, new Uint8Array(0)));
  assert.equal(await device.ask(t0002Heartbeat, {}), GENERAL_RESULT.done);
  assert.equal(device.hasAnswerTo(77), false);
  for (let serial = 78; serial < 82; serial += 1)
    device.write(rawFrame('13800000102', 0x0002, serial, new Uint8Array(0)));
  await device.untilClosed();
  assert.equal(await neighbour.ask(t0002Heartbeat, {}), GENERAL_RESULT.done);
  assert.deepEqual(await reasonsOf(server), ['another number on this link']);
});

test('a logout ends the link and the code; a register gets the device back', async (t) => {
  const server = await startServer(t);
  const device = await Device.online(server.ports.jt808);
  assert.equal(await device.ask(t0003Logout, {}), GENERAL_RESULT.done);
  await device.untilClosed();
  const again = await Device.dial(server.ports.jt808);
  afterwards(t, () => again.close());
  assert.equal(await again.authenticate(device.authCode), GENERAL_RESULT.failed);
  await again.signOn();
});

test('a silent device is cut: after five minutes, or three minutes once its heartbeat is known', async (t) => {
  const { ports, clock } = await startDrivenServer(t);
  const silent = await Device.online(ports.jt808);
  const beating = await Device.online(ports.jt808, { phone: '13800000102' });
  const lively = await Device.online(ports.jt808, { phone: '13800000103' });
  afterwards(t, () => lively.close());
  for (let i = 0; i < 4; i += 1) {
    assert.equal(await beating.ask(t0002Heartbeat, {}), GENERAL_RESULT.done);
    clock.advance(30_000);
  }
  // `silent` has been silent for 120 s, `beating` for 30 s.
  clock.advance(149_000);
  assert.equal(await lively.ask(t0002Heartbeat, {}), GENERAL_RESULT.done);
  assert.equal(beating.closed, false);
  clock.advance(1_000);
  await beating.untilClosed();
  assert.equal(silent.closed, false);
  clock.advance(30_000);
  await silent.untilClosed();
  assert.equal(await lively.ask(t0002Heartbeat, {}), GENERAL_RESULT.done);
});

test('a connection that never authenticates is cut after a minute and listed', async (t) => {
  const server = await startDrivenServer(t);
  const mute = await Device.dial(server.ports.jt808);
  await until('the connection is counted', async () => {
    const { body } = await httpCall(server.ports.http, 'GET', '/metrics', { account: server.admin });
    return /^outrider_connections 1$/m.test(String(body));
  });
  server.clock.advance(61_000);
  await mute.untilClosed();
  assert.deepEqual(await reasonsOf(server), ['never authenticated']);
});

test('an unknown message is answered "not supported", a malformed one "malformed", and the link lives on', async (t) => {
  const { ports } = await startServer(t);
  const device = await Device.online(ports.jt808);
  afterwards(t, () => device.close());
  assert.equal(await device.answerTo(device.sendBody(0x0f77, Uint8Array.of(1, 2, 3))), GENERAL_RESULT.notSupported);
  assert.equal(await device.answerTo(device.sendBody(0x0200, new Uint8Array(27))), GENERAL_RESULT.malformed);
  assert.equal(await device.answerTo(device.sendBody(0x0704, Uint8Array.of(0))), GENERAL_RESULT.malformed);
  assert.equal(await device.ask(t0002Heartbeat, {}), GENERAL_RESULT.done);
});

test('the time request of 2019 is answered with the server clock in UTC', async (t) => {
  const { ports, clock } = await startDrivenServer(t);
  const device = await Device.dial(ports.jt808, { edition: '2019' });
  afterwards(t, () => device.close());
  device.send(t0004TimeRequest, {});
  const { body } = await device.take(0x8004);
  assert.equal(p8004TimeReply.decode(body, '2019').timeUtc, clock.now());
});

test('a split upload out of order and with duplicates is put together once; every part and the whole are answered', async (t) => {
  const server = await startServer(t);
  const { ports } = server;
  await (await Channel.signedIn(server)).get('D01', { I: '13800000101', C: 2 });
  const device = await Device.online(ports.jt808, { edition: '2019' });
  afterwards(t, () => device.close());
  const { serial, frames } = device.codec.encodeBody(0x0801, PHOTO, 200);
  assert.equal(frames.length, 5);
  for (const index of [4, 0, 2, 2, 3]) device.write(frames[index] ?? NOTHING);
  for (const index of [4, 0, 2, 3]) assert.equal(await device.answerTo(serial + index), GENERAL_RESULT.done);
  assert.equal(device.received.filter(({ header }) => header.messageId === 0x8800).length, 0, 'not whole yet');
  device.write(frames[1] ?? NOTHING);
  assert.equal(await device.answerTo(serial + 1), GENERAL_RESULT.done);
  const { body } = await device.take(0x8800);
  assert.equal(p8800MediaReply.decode(body, '2019').mediaId, 9);
  device.write(frames[1] ?? NOTHING);
  assert.equal(await device.answerTo(serial + 1), GENERAL_RESULT.done);
  assert.equal(await device.ask(t0002Heartbeat, {}), GENERAL_RESULT.done);
  assert.equal(device.received.filter(({ header }) => header.messageId === 0x8800).length, 0, 'processed once');
});

test('a device that sends the next part only after an answer gets its upload through', async (t) => {
  const server = await startServer(t);
  const { ports } = server;
  await (await Channel.signedIn(server)).get('D01', { I: '13800000101', C: 2 });
  const device = await Device.online(ports.jt808);
  afterwards(t, () => device.close());
  const { serial, frames } = device.codec.encodeBody(0x0801, PHOTO, 300);
  for (const [index, frame] of frames.entries()) {
    device.write(frame);
    assert.equal(await device.answerTo(serial + index), GENERAL_RESULT.done);
  }
  await device.take(0x8800);
});

test('a register and an authentication in parts are answered as a whole, never with an early yes', async (t) => {
  const { ports } = await startServer(t);
  const device = await Device.dial(ports.jt808);
  afterwards(t, () => device.close());
  const register = t0100Register.encode(
    { province: 0, city: 0, manufacturer: 'A', model: 'B', terminalId: 'C', plateColor: 0, plate: 'D' },
    '2013',
  );
  const first = device.sendBody(0x0100, register, 20);
  const { authCode = '' } = p8100RegisterReply.decode((await device.take(0x8100)).body, '2013');
  assert.equal(device.hasAnswerTo(first), false);
  const wrong = device.sendBody(0x0102, Buffer.from('wrong code'), 5);
  assert.equal(await device.answerTo(wrong), GENERAL_RESULT.failed);
  assert.equal(await device.answerTo(device.sendBody(0x0102, Buffer.from(authCode), 9)), GENERAL_RESULT.done);
  assert.equal(await device.ask(t0002Heartbeat, {}), GENERAL_RESULT.done);
});

test('missing sub-packages are asked for again with 0x8003 until the message is whole', async (t) => {
  const server = await startDrivenServer(t);
  const { ports, clock } = server;
  await (await Channel.signedIn(server)).get('D01', { I: '13800000101', C: 2 });
  const device = await Device.online(ports.jt808);
  afterwards(t, () => device.close());
  const { serial, frames } = device.codec.encodeBody(0x0801, PHOTO, 100);
  const missing = [1, 3, 9];
  for (const [i, frame] of frames.entries()) if (!missing.includes(i + 1)) device.write(frame);
  assert.equal(await device.answerTo(serial + 7), GENERAL_RESULT.done); // all that were sent have arrived
  clock.advance(12_000);
  const request = p8003ResendRequest.decode((await device.take(0x8003)).body, '2013');
  assert.deepEqual(request, { firstSerial: serial, packages: missing });
  for (const frame of device.codec.resend(request.firstSerial, request.packages)) device.write(frame);
  assert.equal(p8800MediaReply.decode((await device.take(0x8800)).body, '2013').mediaId, 9);
});

test('a stranger gets no buffers for messages of many parts', async (t) => {
  const server = await startServer(t);
  const device = await Device.dial(server.ports.jt808);
  const { frames } = device.codec.encodeBody(0x0100, new Uint8Array(9000), 900);
  for (const frame of frames) device.write(frame);
  await device.untilClosed();
  assert.deepEqual(await reasonsOf(server), ['not authenticated']);
});

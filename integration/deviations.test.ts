// Recorders that get JT/T 808 wrong, over real sockets: they are served all the same, or what is wrong with them is named at the
// first on 'Connect a recorder'. Bytes by hand; the codecs' own tests are deviations.test.ts of packages/jt808.
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import {
  encodeFrame,
  encodeLocation,
  GENERAL_RESULT,
  p8100RegisterReply,
  t0002Heartbeat,
  t0100Register,
  t0704LocationBatch,
  type HeaderLayout,
} from '@outrider/jt808';
import { afterwards } from './support/cleanup.ts';
import { Device, type DeviceOptions, locationAt, rawFrame } from './support/device.ts';
import { Channel, asJson, type Json, refusals } from './support/operator.ts';
import { Camera, Recorder } from './support/recorder.ts';
import { restarted } from './support/restarted.ts';
import { type Server, startServer } from './support/server.ts';
import { until } from './support/until.ts';
import { Viewer } from './support/viewer.ts';

const PHONE = '13800000101';
const WHO = {
  province: 35,
  city: 1,
  manufacturer: '70111',
  model: 'MR9804',
  terminalId: 'A1',
  plateColor: 2,
  plate: '粤A12345',
};

const dial = async (t: TestContext, server: Server, options: DeviceOptions = {}): Promise<Device> => {
  const device = await Device.dial(server.ports.jt808, options);
  afterwards(t, () => device.close());
  return device;
};

const plateOf = async (server: Server, id: string): Promise<unknown> => {
  const operator = await Channel.signedIn(server);
  return asJson((await operator.get('Q05', { I: id }))['Z'])['plate'];
};

const entry = (server: Server, reason: string): Promise<Json> =>
  until(`'${reason}' on Connect a recorder`, async () =>
    (await refusals(server)).find((each) => each['reason'] === reason),
  );

for (const edition of ['2013', '2019'] as const) {
  for (const body of ['2011', '2013', '2019'] as const) {
    test(`a ${edition} header with a register body of ${body}: the plate is read and the device comes online`, async (t) => {
      const server = await startServer(t);
      const device = await dial(t, server, { edition });
      device.sendBody(0x0100, t0100Register.encode(WHO, body));
      const reply = p8100RegisterReply.decode((await device.take(0x8100)).body, edition);
      assert.equal(reply.result, 0);
      // With the code as 2019 frames it, but without IMEI and software version, which some leave out.
      const code = Buffer.from(reply.authCode ?? '', 'latin1');
      const serial = device.sendBody(0x0102, body === '2019' ? Uint8Array.from([code.length, ...code]) : code);
      assert.equal(await device.answerTo(serial), GENERAL_RESULT.done);
      assert.equal(await plateOf(server, PHONE), WHO.plate);
    });
  }
}

test('who registered with bodies of another edition than its header is spoken to in that one, also after a restart without registering', async (t) => {
  const { start } = await restarted(t);
  const texts: number[] = [];
  let code = '';
  let server = await start();
  for (const round of ['registers', 'has its code', 'has its code, after a restart']) {
    if (round.endsWith('restart')) {
      await server.close();
      server = await start();
    }
    const { ports } = server;
    const operator = await Channel.signedIn(server);
    const device = await Device.dial(ports.jt808, { edition: '2013' });
    afterwards(t, () => device.close());
    if (round === 'registers') {
      await operator.get('D01', { I: PHONE, C: 1 });
      device.sendBody(0x0100, t0100Register.encode(WHO, '2019'));
      code = p8100RegisterReply.decode((await device.take(0x8100)).body, '2013').authCode ?? '';
    }
    const bytes = Buffer.from(code, 'latin1');
    const serial = device.sendBody(0x0102, Uint8Array.from([bytes.length, ...bytes]));
    assert.equal(await device.answerTo(serial), GENERAL_RESULT.done, round);
    const told = operator.get('D21', { I: PHONE, A: 'Hello' });
    const text = await device.take(0x8300);
    texts.push(text.body.length - 'Hello'.length);
    device.reply(text.header);
    assert.equal((await told)['R'], '1');
    operator.close();
  }
  // Flags, and what kind of text it is, which only bodies of 2019 have.
  assert.deepEqual(texts, [2, 2, 2]);
});

test('two frames that share one flag are both answered', async (t) => {
  const server = await startServer(t);
  const device = await Device.online(server.ports.jt808);
  afterwards(t, () => device.close());
  const [first, second] = [101, 102].map((serial) => rawFrame(PHONE, 0x0002, serial, new Uint8Array(0)));
  assert.ok(first && second);
  device.write(Uint8Array.from([...first, ...second.subarray(1)]));
  assert.deepEqual(await Promise.all([device.answerTo(101), device.answerTo(102)]), [0, 0]);
});

test('parts that all bear one serial make one message', async (t) => {
  const server = await startServer(t);
  const device = await Device.online(server.ports.jt808);
  afterwards(t, () => device.close());
  const location = locationAt(Date.UTC(2026, 0, 1));
  const body = t0704LocationBatch.encode({ type: 1, items: [location, location] }, '2013');
  const half = Math.ceil(body.length / 2);
  for (const [i, part] of [body.subarray(0, half), body.subarray(half)].entries()) {
    const fields = { layout: '2013' as HeaderLayout, versionFlag: false, protocolVersion: null, messageId: 0x0704 };
    device.write(
      encodeFrame({ ...fields, phone: device.phone, serial: 300, packageTotal: 2, packageIndex: i + 1 }, part),
    );
  }
  assert.equal(await device.answerTo(300), GENERAL_RESULT.done);
});

test('a frame that says more than it brings is not answered, and named at the first', async (t) => {
  const server = await startServer(t);
  const device = await Device.online(server.ports.jt808);
  afterwards(t, () => device.close());
  const whole = rawFrame(PHONE, 0x0200, 400, encodeLocation(locationAt(Date.UTC(2026, 0, 1))));
  // The header says one byte more than there is; the checksum is right.
  const content = whole.slice(1, -1);
  content[3] = (content[3] ?? 0) + 1;
  content[content.length - 1] = (content.at(-1) ?? 0) ^ (28 ^ 29);
  device.write(Uint8Array.from([0x7e, ...content, 0x7e]));
  const { terminal, detail, count } = await entry(server, 'frames shorter than they say');
  assert.deepEqual([terminal, detail, count], [PHONE, `0x0200 of ${PHONE} says 29 bytes, 28 came`, 1]);
  assert.equal(await device.ask(t0002Heartbeat, {}), GENERAL_RESULT.done, 'the link lives');
  assert.equal(device.hasAnswerTo(400), false);
});

test('an encrypted message is answered as malformed, and named at the first', async (t) => {
  const server = await startServer(t);
  const device = await Device.online(server.ports.jt808);
  afterwards(t, () => device.close());
  const fields = { layout: '2013' as HeaderLayout, versionFlag: false, protocolVersion: null, phone: device.phone };
  device.write(
    encodeFrame({ ...fields, messageId: 0x0200, serial: 500, encryption: 1 }, new Uint8Array(32).fill(0xa7)),
  );
  assert.equal(await device.answerTo(500), GENERAL_RESULT.malformed);
  const { terminal, detail } = await entry(server, 'encrypted messages');
  assert.deepEqual([terminal, detail], [PHONE, '0x0200: switch encryption off in the recorder']);
});

test('video under another number is shown by its address, and that is named', async (t) => {
  const server = await startServer(t);
  const recorder = await Recorder.online(server.ports);
  afterwards(t, () => recorder.close());
  const operator = await Channel.signedIn(server);
  await operator.get('D01', { I: PHONE, C: 1 });
  recorder.onStart = 'stay-away';
  const viewer = await Viewer.ask(server.ports.stream, server.admin, { deviceid: PHONE, channel: '1' });
  afterwards(t, () => viewer.close());
  await until('the recorder is asked', () => recorder.count('start') > 0);
  const camera = await Camera.connect(server.ports.mediaLive, '013999999999', 1);
  afterwards(t, () => camera.close());
  camera.send(1, { key: true });
  await viewer.untilState('playing');
  const { terminal, detail } = await entry(server, 'video under another number, accepted by its address');
  assert.deepEqual([terminal, detail], [PHONE, `channel 1 of ${PHONE} comes as 013999999999`]);
});

test('a recorder without a number is the device 0; a second one from elsewhere is turned away in words', async (t) => {
  const server = await startServer(t);
  const first = await Device.online(server.ports.jt808, { phone: '000000000000' });
  afterwards(t, () => first.close());
  assert.equal(await first.locate(locationAt(Date.UTC(2026, 0, 1))), GENERAL_RESULT.done);
  assert.equal((await entry(server, 'no number set'))['terminal'], '0');
  const operator = await Channel.signedIn(server);
  await operator.get('D01', { I: '0', C: 1 });
  assert.equal(asJson((await operator.get('Q05', { I: '0' }))['Z'])['status'], 1);
  const second = await dial(t, server, { phone: '000000000000', from: '127.0.0.2', hardware: 'T000002' });
  assert.equal((await second.register()).result, 3);
  await entry(server, 'number taken by other hardware');
  assert.equal(await first.ask(t0002Heartbeat, {}), GENERAL_RESULT.done, 'the first one stays');
});

// Faces in the slots of a device: pushed there, asked of the device by web.cgi, changed and deleted. What a device has is in its own state
// file, so a restart of it and another server find the same. Devices that refuse, say nothing, or know no faces at all.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { decodeVendorBlock, p8900TransparentDown, t0107Attributes } from '@outrider/jt808';
import { type VehicleOptions, createVehicle } from '../apps/simulator/src/index.ts';
import { afterwards } from './support/cleanup.ts';
import { Device } from './support/device.ts';
import { addFace, addPhoto, faceCall, isOnline, picture, slotPage } from './support/faces.ts';
import { logRows } from './support/logs.ts';
import { Channel, type Json, asJson, asList, httpCall } from './support/operator.ts';
import { pngPicture } from './support/pictures.ts';
import { HOST, type Server, cheapKeeper, startServer, temporaryFolder } from './support/server.ts';

const ID = '13800000108';
const WANG = { unit: 'North', idcard: 'A123456789', name: '王小明' };
const LIN = { unit: 'North', idcard: 'B987654321', name: 'Lin' };
const md5 = (bytes: Uint8Array): string => createHash('md5').update(bytes).digest('hex');

const open = async (t: TestContext): Promise<Server> => {
  const server = await startServer(t, {}, { keeper: cheapKeeper });
  const operator = await Channel.signedIn(server);
  await operator.get('D01', { I: ID, C: 2 });
  operator.close();
  return server;
};
const start = async (t: TestContext, server: Server, options: Partial<VehicleOptions>) => {
  const vehicle = createVehicle({
    host: HOST,
    port: server.ports.jt808,
    phone: ID,
    clips: null,
    vendorBlock: true,
    ...options,
  });
  afterwards(t, () => vehicle.stop());
  vehicle.start();
  await vehicle.whenOnline(); // its link of before may still count as one
  await isOnline(server, ID);
  return vehicle;
};
const push = (server: Server, faceid: number) => faceCall(server, 'PUT', 'facepush', { faceid, deviceid: ID });
const page = async (server: Server, type: string, fields: Json = {}): Promise<unknown> => {
  const { status, body } = await slotPage(server, type, { deviceid: ID, ...fields });
  assert.equal(status, 200, JSON.stringify(body));
  return body;
};
const summary = async (server: Server): Promise<number[]> => {
  const values = await page(server, 'facesummary');
  assert.ok(Array.isArray(values));
  return values.map(Number);
};
const used = (values: readonly number[]): number[] => values.flatMap((value, i) => (value > 0 ? [i + 1] : []));
const detail = async (server: Server, ch: number): Promise<Json> => asJson(await page(server, 'faceget', { ch }));
/** What the device has written down itself. */
const stateOf = async (file: string): Promise<Json> =>
  asJson(asJson(JSON.parse(await readFile(file, 'utf8')))['faces']);

test('[E-HTTP-063] [E-HTTP-064] [E-HTTP-065] [E-HTTP-066] [E-ENT-032] http: a pushed face stands in the device, over its restart and for another server, and is changed and deleted there', async (t) => {
  const server = await open(t);
  const stateFile = join(await temporaryFolder(t), 'state.json');
  const vehicle = await start(t, server, { stateFile });
  const [wang, lin] = [await addFace(server, WANG), await addFace(server, LIN)];
  const [photo, other] = [pngPicture({ padTo: 50_000 }), pngPicture()];
  await addPhoto(server, wang, pngPicture());
  await addPhoto(server, wang, photo); // the newest one is pushed
  await addPhoto(server, lin, other);
  assert.deepEqual(used(await summary(server)), []);
  assert.equal((await summary(server)).length, 16, 'one value for each slot');
  assert.deepEqual((await push(server, wang)).body, { hasError: 0, message: 'set OK', ch: 1 });
  assert.equal(asJson((await push(server, lin)).body)['ch'], 2);
  assert.equal(asJson((await push(server, wang)).body)['ch'], 1, 'the same person, the same slot');
  const first = await detail(server, 1);
  assert.deepEqual(
    { ...first, updatetime: 0 },
    { ch: 1, idcard: WANG.idcard, name: WANG.name, md5: md5(photo), updatetime: 0 },
  );
  assert.equal((await summary(server))[0], first['updatetime']);
  assert.equal(asJson((await stateOf(stateFile))['1'])['md5'], md5(photo));
  const shown = await picture(server, { type: 'faceslot', deviceid: ID, ch: '1' }, server.admin);
  assert.equal(md5(Buffer.from(await shown.arrayBuffer())), md5(photo), 'as the device has it, in several blocks');
  assert.equal(shown.headers.get('cache-control'), 'no-store');

  // The server forgets the person: the device does not.
  await faceCall(server, 'DELETE', 'faces', { faceid: wang });
  assert.deepEqual(await detail(server, 1), first);
  assert.equal(
    asJson(await page(server, 'faceset', { ch: 2, idcard: LIN.idcard, name: 'Lin Mei' }))['name'],
    'Lin Mei',
  );
  assert.equal((await detail(server, 2))['md5'], md5(other), 'its photo stays');
  await vehicle.stop();
  const again = await start(t, server, { stateFile });
  assert.deepEqual(await detail(server, 1), first);
  const before = Math.floor(Date.now() / 1000);
  const { ch, updatetime } = asJson(await page(server, 'facedel', { ch: 1 }));
  assert.equal(ch, 1);
  assert.ok(Number(updatetime) >= before - 1);
  assert.deepEqual(used(await summary(server)), [2]);
  assert.deepEqual(Object.keys(await stateOf(stateFile)), ['2']);
  assert.equal((await slotPage(server, 'faceget', { deviceid: ID, ch: 1 })).status, 404);
  await again.stop();

  const second = await open(t);
  await start(t, second, { stateFile });
  assert.deepEqual(used(await summary(second)), [2]);
  assert.equal((await detail(second, 2))['name'], 'Lin Mei');

  const rows = (await logRows(server, '/gklog/accesslog')).filter(({ deviceid }) => deviceid === ID);
  const actions = rows.map(({ action }) => action).filter((action) => String(action).includes('face'));
  const pushed = 'Push face to device';
  assert.deepEqual(actions, ['Delete device face', 'Change device face', pushed, pushed, pushed]);
  for (const word of [WANG.name, WANG.idcard, 'Lin Mei', LIN.idcard]) assert.ok(!JSON.stringify(rows).includes(word));
});

test('the address of a photo opens it once; names are taken by POST alone; a device that is away or unknown says so', async (t) => {
  const server = await open(t);
  const device = await Device.online(server.ports.jt808, { phone: ID });
  afterwards(t, () => device.close());
  const { http, stream } = server.ports;
  assert.equal((await fetch(`http://${HOST}:${stream}/facephoto.cgi?t=nothing`)).status, 404);
  const query = new URLSearchParams({ type: 'faceset', deviceid: ID, ch: '1', idcard: 'A1', name: 'Wang' });
  const { user, hash } = server.admin;
  const authorization = `Basic ${Buffer.from(`${user}:${hash}`).toString('base64')}`;
  const asked = await fetch(`http://${HOST}:${http}/web.cgi?${query.toString()}`, { headers: { authorization } });
  assert.equal(asked.status, 400);
  // On the main port, as the console does.
  const posted = await httpCall(http, 'POST', '/web.cgi?type=facesummary', {
    account: server.admin,
    input: { deviceid: 'NOBODY' },
  });
  assert.deepEqual([posted.status, asJson(posted.body)['message']], [404, 'Unknown device NOBODY']);
  device.close();
  const operator = await Channel.signedIn(server);
  await operator.get('D01', { I: 'AWAY', C: 1 });
  operator.close();
  const away = await slotPage(server, 'facesummary', { deviceid: 'AWAY' });
  assert.deepEqual([away.status, asJson(away.body)['code']], [404, 'device_offline']);
});

/** A recorder that says it is what it is, and keeps what it is asked in our block. */
const scripted = async (t: TestContext, server: Server, terminalType: number): Promise<Device> => {
  const device = await Device.online(server.ports.jt808, { phone: ID });
  afterwards(t, () => device.close());
  device.on(0x8107, () =>
    device.send(t0107Attributes, {
      terminalType,
      manufacturer: 'MAKER',
      model: 'BOX',
      terminalId: '1',
      iccid: '',
      hardware: '',
      firmware: '1',
      gnss: 0,
      comm: 0,
    }),
  );
  return device;
};

test('a device that does not say that it knows the block is asked nothing in it', async (t) => {
  const server = await open(t);
  const device = await scripted(t, server, 5);
  const { status, body } = await slotPage(server, 'facesummary', { deviceid: ID });
  assert.deepEqual([status, asJson(body)['code']], [422, 'device_unsupported']);
  assert.ok(!device.received.some(({ header }) => header.messageId === p8900TransparentDown.id));
});

test('a photo that arrives damaged is not said to be there, and one that is no longer there is not fetched', async (t) => {
  const server = await open(t);
  await start(t, server, { faults: { faces: 'damaged' } });
  const faceid = await addFace(server, WANG);
  assert.equal((await push(server, faceid)).status, 409, 'without a photo');
  await addPhoto(server, faceid, pngPicture());
  const { status, body } = await push(server, faceid);
  assert.deepEqual([status, asJson(body)['code']], [422, 'device_refused']);
  assert.match(String(asJson(body)['message']), /damaged/);
  assert.deepEqual(used(await summary(server)), []);
  assert.equal((await push(server, 999)).status, 404);
});

test('a full device says so, and one that has another photo; what it is told is an address that is good once', async (t) => {
  const server = await open(t);
  const device = await scripted(t, server, 0x8005);
  const seen: string[] = [];
  const answer = (command: number, serial: number, json: object): void => {
    const content = Buffer.from(JSON.stringify(json));
    const head = Buffer.from([
      0x4f,
      0x52,
      1,
      command,
      serial >> 8,
      serial & 0xff,
      0,
      1,
      content.length >> 8,
      content.length & 0xff,
    ]);
    device.sendBody(0x0900, Buffer.concat([Buffer.from([0xf0]), head, content]));
  };
  let [capacity, other] = [1, false];
  device.on(0x8900, ({ header, body }) => {
    device.reply(header);
    const down = p8900TransparentDown.decode(body, '2013');
    assert.ok('content' in down);
    const block = decodeVendorBlock(down);
    const asks = block.body !== null && 'json' in block.body ? asJson(JSON.parse(block.body.json)) : {};
    if (block.command === 0)
      answer(0, block.serial, { model: 'BOX', firmware: '1', commands: [0, 7, 8], settings: [] });
    if (block.command === 7) answer(7, block.serial, { capacity, slots: [] });
    if (block.command === 8) {
      seen.push(String(asks['url']));
      const fetched = async (): Promise<void> => {
        const statuses = [];
        // A look uses nothing up.
        for (const method of ['HEAD', 'GET', 'GET', 'HEAD'])
          statuses.push((await fetch(String(asks['url']), { method })).status);
        seen.push(statuses.join());
        answer(8, block.serial, { slot: 1, md5: other ? 'd'.repeat(32) : asks['md5'] });
      };
      void fetched();
    }
  });
  const faceid = await addFace(server, WANG);
  await addPhoto(server, faceid, pngPicture());
  assert.equal(asJson((await push(server, faceid)).body)['ch'], 1);
  assert.match(
    seen[0] ?? '',
    new RegExp(`^http://127\\.0\\.0\\.1:${server.ports.stream}/facephoto\\.cgi\\?t=[\\w-]{32}$`),
  );
  assert.equal(seen[1], '200,200,404,404');
  assert.equal((await fetch(seen[0] ?? '')).status, 404);
  other = true;
  const wrong = await push(server, faceid);
  assert.deepEqual([wrong.status, asJson(wrong.body)['code']], [422, 'device_refused']);
  capacity = 0;
  const { status, body } = await push(server, faceid);
  assert.deepEqual([status, asJson(body)['message']], [409, 'The device has no free slot.']);
  const messages = await httpCall(server.ports.http, 'POST', '/gkdevice/devicemessages', {
    account: server.admin,
    input: { deviceid: ID, start: 0, end: 4_000_000_000 },
  });
  assert.deepEqual(asList(messages.body), [], 'nothing of it is kept');
});

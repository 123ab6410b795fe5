// Files of devices for people: the list, bytes by range, addresses that work once, and nothing of another group. And which alarm a
// picture belongs to.
import assert from 'node:assert/strict';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test, type TestContext } from 'node:test';
import { rights } from '@outrider/contract';
import { t0801MediaUpload, type MediaUpload } from '@outrider/jt808';
import { openAccounts } from '../apps/server/src/app.ts';
import { toPasswordHash } from '../apps/server/src/kernel/access/credentials.ts';
import { afterwards } from './support/cleanup.ts';
import { Device, locationAt } from './support/device.ts';
import { Channel, asJson, asList, httpCall, type Json } from './support/operator.ts';
import { HOST, type Account, type Server, startDrivenServer } from './support/server.ts';
import { until } from './support/until.ts';

const OWN = '13800000101';
const OTHER = '13800000102';
const SOS = 1;
const HASH = toPasswordHash('Sesame-1');

const jpeg = (length: number, seed = 1): Uint8Array =>
  Uint8Array.from({ length }, (_, i) => (i < 3 ? ([0xff, 0xd8, 0xff][i] ?? 0) : (i * 31 + seed) & 0xff));

const register = async (server: Server, ...ids: string[]): Promise<void> => {
  const operator = await Channel.signedIn(server);
  for (const I of ids) await operator.get('D01', { I, C: 4 });
  operator.close();
};

const recorder = async (t: TestContext, server: Server, phone: string): Promise<Device> => {
  const device = await Device.online(server.ports.jt808, { phone });
  afterwards(t, () => device.close());
  return device;
};

/** Sends a picture and waits until it is kept. */
const send = async (device: Device, takenMs: number, changes: Partial<MediaUpload> = {}): Promise<void> => {
  const picture = {
    mediaId: 1,
    type: 0,
    format: 0,
    event: 0,
    channel: 1,
    location: locationAt(takenMs),
    data: jpeg(5000),
    ...changes,
  };
  device.sendBody(0x0801, t0801MediaUpload.encode(picture, '2013'), 1000);
  await device.take(0x8800);
};

const list = async (server: Server, input: Json = {}, account: Account = server.admin): Promise<Json[]> =>
  asList((await httpCall(server.ports.http, 'POST', '/gkevent/files', { account, input })).body);

const basic = ({ user, hash }: Account): Record<string, string> => ({
  authorization: `Basic ${Buffer.from(`${user}:${hash}`).toString('base64')}`,
});
const get = (server: Server, path: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`http://${HOST}:${server.ports.http}${path}`, { headers });
const head = (server: Server, path: string): Promise<Response> =>
  fetch(`http://${HOST}:${server.ports.http}${path}`, { method: 'HEAD' });
const bytesOf = async (response: Response): Promise<Uint8Array> => new Uint8Array(await response.arrayBuffer());

test('bytes come whole and by range, as a picture for pages or as a download; a type that is none only as a download', async (t) => {
  const server = await startDrivenServer(t);
  await register(server, OWN);
  const device = await recorder(t, server, OWN);
  await send(device, server.clock.now());
  await send(device, server.clock.now(), { mediaId: 2, data: Buffer.from('<html><script>alert(1)</script>') });
  const [page, picture] = await list(server);
  assert.deepEqual([picture?.['type'], page?.['type']], ['image/jpeg', 'application/octet-stream']);
  const headers = basic(server.admin);
  const path = `/gkevent/file/${String(picture?.['id'])}`;

  const whole = await get(server, path, headers);
  assert.equal(whole.status, 200);
  assert.deepEqual(await bytesOf(whole), jpeg(5000));
  assert.equal(whole.headers.get('content-type'), 'image/jpeg');
  assert.match(String(whole.headers.get('content-disposition')), /^inline;/);
  assert.equal(whole.headers.get('x-content-type-options'), 'nosniff');
  assert.match(String(whole.headers.get('content-security-policy')), /default-src 'none'; sandbox/);

  const part = await get(server, path, { ...headers, range: 'bytes=100-199' });
  assert.equal(part.status, 206);
  assert.equal(part.headers.get('content-range'), 'bytes 100-199/5000');
  assert.deepEqual(await bytesOf(part), jpeg(5000).subarray(100, 200));
  const tail = await get(server, path, { ...headers, range: 'bytes=-10' });
  assert.deepEqual(await bytesOf(tail), jpeg(5000).subarray(4990));
  assert.equal((await get(server, path, { ...headers, range: 'bytes=5000-' })).status, 416);

  const saved = await get(server, `${path}?download`, headers);
  assert.match(String(saved.headers.get('content-disposition')), /^attachment; filename="13800000101_/);
  const odd = await get(server, `/gkevent/file/${String(page?.['id'])}`, headers);
  assert.match(String(odd.headers.get('content-disposition')), /^attachment;/);
  assert.equal(odd.headers.get('content-type'), 'application/octet-stream');
});

test('nobody, another group and odd addresses get nothing, and no word tells why', async (t) => {
  const server = await startDrivenServer(t);
  await register(server, OWN, OTHER);
  await send(await recorder(t, server, OWN), server.clock.now());
  await send(await recorder(t, server, OTHER), server.clock.now());
  const accounts = await openAccounts(server.data);
  const [mine, theirs] = [await accounts.groups.add(1, 'mine'), await accounts.groups.add(1, 'theirs')];
  const database = new DatabaseSync(join(server.data, 'outrider.sqlite'), { readOnly: true });
  const keyOf = (id: string) => Number(database.prepare('SELECT key FROM devices WHERE id = ?').get(id)?.['key']);
  await accounts.groups.setDeviceGroups(keyOf(OWN), [mine]);
  await accounts.groups.setDeviceGroups(keyOf(OTHER), [theirs]);
  database.close();
  for (const [name, granted] of [
    ['ann', new Set(rights)],
    ['bob', new Set(rights.filter((right) => right !== 'F_event'))],
  ] as const)
    await accounts.users.add({
      name,
      passwordHash: HASH,
      level: 1,
      rights: granted,
      expiresMs: null,
      groupIds: [mine],
    });
  await accounts.close();
  const [ann, bob] = [
    { user: 'ann', hash: HASH },
    { user: 'bob', hash: HASH },
  ];
  await until('the accounts are known', async () => {
    server.clock.advance(2000);
    const { status, body } = await httpCall(server.ports.http, 'POST', '/gkevent/files', { account: ann });
    return status === 200 && asList(body).length > 0; // her group may be known a moment later than she
  });

  const all = await list(server);
  assert.equal(all.length, 2);
  const own = all.find(({ deviceid }) => deviceid === OWN);
  const other = all.find(({ deviceid }) => deviceid === OTHER);
  assert.deepEqual(
    (await list(server, {}, ann)).map(({ deviceid }) => deviceid),
    [OWN],
  );
  const post = (path: string, account: Account, input: Json) =>
    httpCall(server.ports.http, 'POST', path, { account, input });
  const refused = await post('/gkevent/files', ann, { deviceid: OTHER });
  assert.equal(refused.status, 404);
  assert.equal(asJson(refused.body)['message'], `Unknown device ${OTHER}`);

  const address = (file: Json | undefined) => `/gkevent/file/${String(file?.['id'])}`;
  assert.equal((await get(server, address(own), basic(ann))).status, 200);
  const theirFile = await get(server, address(other), basic(ann));
  const none = await get(server, '/gkevent/file/999999', basic(ann));
  assert.deepEqual([theirFile.status, none.status], [404, 404]);
  assert.equal(asJson(await theirFile.json())['message'], asJson(await none.json())['message']);
  assert.equal((await post('/gkevent/fileticket', ann, { id: other?.['id'] })).status, 404);
  assert.equal((await get(server, address(own))).status, 401);
  assert.equal((await get(server, address(own), basic(bob))).status, 403);
  for (const odd of ['..%2f..%2foutrider.sqlite', '%2e%2e', '1%00', '-1', '1e3', '0x1', '9'.repeat(40), 'x'])
    assert.equal((await get(server, `/gkevent/file/${odd}`, basic(ann))).status, 404, odd);
});

test('a ticket opens its file once, without a sign-in, within a minute', async (t) => {
  const server = await startDrivenServer(t);
  await register(server, OWN);
  await send(await recorder(t, server, OWN), server.clock.now());
  const [file] = await list(server);
  const ticket = async (): Promise<string> => {
    const input = { id: file?.['id'] };
    const { body } = await httpCall(server.ports.http, 'POST', '/gkevent/fileticket', { account: server.admin, input });
    return String(asJson(body)['url']);
  };
  const first = await ticket();
  const looked = await head(server, first);
  assert.deepEqual([looked.status, looked.headers.get('content-length')], [200, '5000'], 'asking how large it is');
  const opened = await get(server, first);
  assert.equal(opened.status, 200);
  assert.deepEqual(await bytesOf(opened), jpeg(5000));
  assert.equal((await get(server, first)).status, 404, 'used');
  assert.equal((await head(server, first)).status, 404);
  const late = await ticket();
  server.clock.advance(60_000);
  assert.equal((await get(server, late)).status, 404, 'too old');
  assert.equal((await get(server, '/gkevent/fileticket/guess')).status, 404);
});

test('the list goes by device, time, kind and event, a page at a time', async (t) => {
  const server = await startDrivenServer(t);
  await register(server, OWN, OTHER);
  const startMs = server.clock.now() - 3_600_000;
  const device = await recorder(t, server, OWN);
  for (let i = 1; i <= 3; i += 1) await send(device, startMs + i * 60_000, { mediaId: i, data: jpeg(100, i) });
  await send(device, startMs, { mediaId: 4, type: 1, data: Buffer.from('RIFF0000WAVEfmt ') });
  await send(await recorder(t, server, OTHER), startMs, { mediaId: 5 });
  assert.equal((await list(server)).length, 5);
  assert.equal((await list(server, { deviceid: OWN })).length, 4);
  assert.deepEqual(
    (await list(server, { kind: 'sound' })).map(({ type }) => type),
    ['audio/wav'],
  );
  const seconds = (ms: number): number => Math.floor(ms / 1000);
  const span = { deviceid: OWN, start: seconds(startMs + 60_000), end: seconds(startMs + 120_000) };
  assert.equal((await list(server, span)).length, 2);
  const page = await list(server, { deviceid: OWN, limit: 3 });
  const rest = await list(server, { deviceid: OWN, limit: 3, before: page.at(-1)?.['id'] });
  assert.equal(new Set([...page, ...rest].map(({ id }) => id)).size, 4);
  assert.equal((await list(server, { serialno: [4711] })).length, 0);
});

test('a picture belongs to the alarm it was taken at, also when the alarm is known later; one taken by the clock to none', async (t) => {
  const server = await startDrivenServer(t);
  await register(server, OWN);
  const device = await recorder(t, server, OWN);
  const alarmMs = server.clock.now() - 60_000;
  const serials = async (): Promise<unknown[]> => (await list(server)).map(({ serialno }) => serialno);
  await send(device, alarmMs + 3000, { mediaId: 1, event: 2, data: jpeg(100, 1) }); // before its alarm
  await send(device, alarmMs + 3000, { mediaId: 2, event: 1, data: jpeg(100, 2) }); // by the clock
  await send(device, alarmMs - 30_000, { mediaId: 3, event: 2, data: jpeg(100, 3) }); // long before
  assert.deepEqual(await serials(), [null, null, null]);
  const answered = device.locate(locationAt(alarmMs, { alarm: SOS }));
  await until('the report is on disk', async () => {
    server.clock.advance(50);
    return Promise.race([answered.then(() => true), new Promise<false>((r) => setTimeout(r, 20, false))]);
  });
  await until('the picture finds its alarm', async () => {
    server.clock.advance(5000);
    return (await serials()).some((serialno) => serialno !== null);
  });
  const [third, second, first] = await serials();
  assert.equal(third, null);
  assert.equal(second, null);
  assert.equal(typeof first, 'number');
  assert.equal((await list(server, { serialno: [first] })).length, 1);
  await send(device, alarmMs + 10_000, { mediaId: 4, event: 2, data: jpeg(100, 4) }); // after it
  await until('it finds the alarm that stands there', async () => {
    server.clock.advance(5000);
    return (await list(server, { serialno: [first] })).length === 2;
  });
});

test('a file that was taken from the disk is said to be gone, and the server lives', async (t) => {
  const server = await startDrivenServer(t);
  await register(server, OWN);
  await send(await recorder(t, server, OWN), server.clock.now());
  const [file] = await list(server);
  for (const name of readdirSync(join(server.data, 'files')))
    rmSync(join(server.data, 'files', name), { recursive: true });
  const gone = await get(server, `/gkevent/file/${String(file?.['id'])}`, basic(server.admin));
  assert.equal(gone.status, 404);
  assert.equal((await list(server)).length, 1);
});

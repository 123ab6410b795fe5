// The firmware store over the wire: announced, uploaded in pieces, listed, renamed, removed; who may, how much, and what a kill leaves.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { toPasswordHash } from '../apps/server/src/kernel/access/credentials.ts';
import { Channel, type Json, asJson, asList, httpCall } from './support/operator.ts';
import { type Account, HOST, type Server, startServer, temporaryFolder } from './support/server.ts';
import { ServerProcess } from './support/server-process.ts';
import { until } from './support/until.ts';

type Asked = Pick<Server, 'ports' | 'admin'>;
const BYTES = Buffer.from(Array.from({ length: 300_000 }, (_, i) => (i * 31) & 0xff));
const hashed = (name: string): string => createHash(name).update(BYTES).digest('hex');
const basic = ({ user, hash }: Account): string => `Basic ${Buffer.from(`${user}:${hash}`).toString('base64')}`;

const announce = async (server: Asked, letters: Json): Promise<string> => {
  const channel = await Channel.signedIn(server);
  const { Z } = await channel.get('U01', { A: 'memo', B: 'box.bin', C: BYTES.length, ...letters });
  channel.close();
  return String(Z);
};
const put = async (server: Asked, path: string, body: Uint8Array, type = 'application/octet-stream') => {
  const headers = { authorization: basic(server.admin), 'content-type': type };
  const response = await fetch(`http://${HOST}:${server.ports.http}${path}`, {
    method: 'PUT',
    headers,
    body: Buffer.from(body),
  });
  return { status: response.status, body: asJson(await response.json()) };
};
const listed = async ({ ports, admin }: Asked): Promise<Json[]> =>
  asList((await httpCall(ports.http, 'GET', '/gkserver/fwstore', { account: admin })).body);

/** A request whose head is sent, and nothing of its body; gives the first line of the answer. */
const headOnly = async ({ ports }: Asked, path: string, headers: Readonly<Record<string, string>>): Promise<string> => {
  const socket = connect(ports.http, HOST);
  const lines = Object.entries({ host: HOST, connection: 'close', ...headers }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  socket.write(`PUT ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
  return text(socket);
};

test('[E-HTTP-034 E-HTTP-035 E-ENT-018] http: firmware comes in pieces, is listed with size and MD5, renamed and removed', async (t) => {
  const server = await startServer(t);
  const { admin, ports } = server;
  const path = await announce(server, { D: hashed('sha256') });
  assert.deepEqual(await put(server, path, BYTES.subarray(0, 100_000)), { status: 200, body: { received: 100_000 } });
  assert.equal((await put(server, `${path}?offset=7`, BYTES.subarray(7))).status, 409);
  assert.deepEqual((await listed(server)).length, 0);
  const { status, body } = await put(server, `${path}?offset=100000`, BYTES.subarray(100_000));
  assert.equal(status, 200, JSON.stringify(body));
  const [item] = await listed(server);
  assert.deepEqual(body, { received: BYTES.length, firmware: item });
  const { firmwareid, updatetime, ...rest } = item ?? {};
  assert.ok(Math.abs(Number(updatetime) - Date.now() / 1000) < 60);
  const hashes = { hash: hashed('md5'), sha256: hashed('sha256') };
  assert.deepEqual(rest, { filename: 'box.bin', memo: 'memo', filesize: BYTES.length, ...hashes });
  const change = (method: string, input: Json) =>
    httpCall(ports.http, method, '/gkserver/fwstore', { account: admin, input: { firmwareid, ...input } });
  assert.equal((await change('PUT', { filename: '' })).status, 400);
  assert.equal((await change('PUT', { filename: 'new.bin', memo: 'other' })).status, 200);
  const [changed] = await listed(server);
  assert.deepEqual([changed?.['filename'], changed?.['memo'], changed?.['hash']], ['new.bin', 'other', hashes.hash]);
  assert.deepEqual(new Set(await readdir(join(server.data, 'firmware'))), new Set([firmwareid, 'incoming']));
  assert.equal((await change('DELETE', {})).status, 200);
  assert.equal((await change('DELETE', {})).status, 404);
  assert.deepEqual([await listed(server), await readdir(join(server.data, 'firmware'))], [[], ['incoming']]);
});

test('who may not, and what is too large, is refused before a byte of it is sent; other calls take no bytes', async (t) => {
  const server = await startServer(t);
  const hash = toPasswordHash('Sesame-1');
  await server.app.users.add({
    name: 'low',
    passwordHash: hash,
    level: 2,
    rights: null,
    expiresMs: null,
    groupIds: [1],
  });
  const path = await announce(server, {});
  const type = { 'content-type': 'application/octet-stream' };
  const length = { 'content-length': '5' };
  assert.match(await headOnly(server, path, { ...type, ...length }), /^HTTP\/1\.1 401 /);
  const low = { authorization: basic({ user: 'low', hash }) };
  assert.match(await headOnly(server, path, { ...type, ...length, ...low }), /^HTTP\/1\.1 403 /);
  const log = {
    account: server.admin,
    input: { action: 'Upload firmware', afterUpdatetime: 0, beforeUpdatetime: 4e9 },
  };
  const [told] = asList((await httpCall(server.ports.http, 'POST', '/gklog/accesslog', log)).body);
  assert.deepEqual([told?.['username'], told?.['result']], ['low', 'forbidden'], 'and the access log says so');
  const admin = { authorization: basic(server.admin) };
  const huge = await headOnly(server, path, { ...type, 'content-length': '209715201', ...admin });
  assert.match(huge, /^HTTP\/1\.1 413 [^]*"message":"Exceeded size 200MB"/);
  assert.equal((await put(server, path, Buffer.from('{}'), 'application/json')).status, 415);
  assert.equal((await put(server, '/gkserver/fwstore', BYTES)).status, 415);
  assert.equal((await put(server, '/gkserver/firmware/nobody', BYTES)).status, 404);
  const more = await put(server, path, Buffer.concat([BYTES, BYTES]));
  assert.deepEqual([more.status, more.body['message']], [400, 'More bytes came than were announced.']);
  const channel = await Channel.signedIn(server);
  const [refused] = await channel.ask('U01', { B: 'box.bin', C: 209_715_201 });
  assert.deepEqual([refused?.['R'], refused?.['Z']], ['400', 'C: Exceeded size 200MB']);
  channel.close();
});

test('memo, name and the same bytes come as parts on the main channel, each where the one before ended', async (t) => {
  const server = await startServer(t);
  const ticket = (await announce(server, { D: hashed('sha256') })).split('/').at(-1);
  const channel = await Channel.signedIn(server);
  const send = (offset: number, bytes: Uint8Array) =>
    channel.ask('U01', { E: ticket, F: offset, G: Buffer.from(bytes).toString('base64') });
  const PART = 36_864;
  const [large] = await send(0, BYTES.subarray(0, PART + 1));
  assert.deepEqual([large?.['R'], large?.['Z']], ['400', 'G: A part holds at most 48 KB of base64.']);
  for (let from = 0; from + PART < BYTES.length; from += PART) {
    const [answer] = await send(from, BYTES.subarray(from, from + PART));
    assert.deepEqual([answer?.['R'], answer?.['Z'], answer?.['Y']], ['1', `${from + PART}`, undefined]);
  }
  const at = BYTES.length - (BYTES.length % PART);
  const [behind] = await send(at + 1, BYTES.subarray(at + 1));
  assert.deepEqual([behind?.['R'], behind?.['Z']], ['409', `Go on at byte ${at} of this upload.`]);
  assert.deepEqual(await listed(server), []);
  const [last] = await send(at, BYTES.subarray(at));
  const [item] = await listed(server);
  assert.deepEqual([last?.['R'], last?.['Z'], last?.['Y']], ['1', `${BYTES.length}`, item]);
  assert.deepEqual([item?.['memo'], item?.['filename'], item?.['hash']], ['memo', 'box.bin', hashed('md5')]);
  const file = await readFile(join(server.data, 'firmware', String(item?.['firmwareid'])));
  assert.ok(file.equals(BYTES));
  const [nothing] = await channel.ask('U01', { A: 'memo' });
  assert.deepEqual([nothing?.['R'], nothing?.['Z']], ['400', 'B: is missing']);
  channel.close();
  const log = {
    account: server.admin,
    input: { action: 'Announce firmware', afterUpdatetime: 0, beforeUpdatetime: 4e9 },
  };
  const rows = asList((await httpCall(server.ports.http, 'POST', '/gklog/accesslog', log)).body);
  assert.equal(rows.length, 2, 'the announcement and what was refused; no row for each part');
});

test('firmware that was acknowledged outlasts a kill; what was not whole is gone after it', async (t) => {
  const data = await temporaryFolder(t);
  const first = await ServerProcess.start(t, data);
  const whole = await announce(first, { B: 'whole.bin' });
  assert.equal((await put(first, whole, BYTES)).status, 200);
  const half = await announce(first, { B: 'half.bin' });
  assert.equal((await put(first, half, BYTES.subarray(0, 9))).status, 200);
  const incoming = (): Promise<string[]> => readdir(join(data, 'firmware', 'incoming'));
  assert.equal((await incoming()).length, 1);
  first.child.kill('SIGKILL');
  await until('it is gone', () => !first.running);
  const second = await ServerProcess.start(t, data, { admin: first.admin });
  const left = await listed(second);
  assert.deepEqual(
    left.map(({ filename, hash }) => [filename, hash]),
    [['whole.bin', hashed('md5')]],
  );
  assert.deepEqual(await incoming(), []);
  assert.equal((await put(second, `${half}?offset=9`, BYTES.subarray(9))).status, 404);
});

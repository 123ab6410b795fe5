// Logs that are taken away as files: an archive that opens with its password only, with what the search of the same caller finds. The
// searches are logs.test.ts, the archive itself seven-zip.test.ts.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openSevenZip } from '../apps/server/src/kernel/storage/test-seven-zip.ts';
import { afterwards } from './support/cleanup.ts';
import { Device } from './support/device.ts';
import { logRows, searchLog } from './support/logs.ts';
import { Channel, type Json, asJson } from './support/operator.ts';
import { type Account, HOST, type Server, startServer } from './support/server.ts';
import { until } from './support/until.ts';
import { Viewer } from './support/viewer.ts';

const ID = '13800000101';
const PASSWORD = 'open sesame 7';

const exported = async (server: Server, path: string, input: Json, account: Account = server.admin) => {
  const response = await fetch(`http://${HOST}:${server.ports.http}${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Basic ${Buffer.from(`${account.user}:${account.hash}`).toString('base64')}`,
    },
    body: JSON.stringify({ afterUpdatetime: 0, beforeUpdatetime: 4_000_000_000, filepass: PASSWORD, ...input }),
  });
  return { response, bytes: new Uint8Array(await response.arrayBuffer()) };
};
/** The only file inside, line by line. */
const linesOf = async (bytes: Uint8Array, name: string): Promise<string[]> => {
  const files = await openSevenZip(bytes, PASSWORD);
  assert.deepEqual([...files.keys()], [name]);
  return new TextDecoder().decode(files.get(name)).trim().split('\r\n');
};
const nameOf = (response: Response): string =>
  /filename="([^"]*)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? '';

test('[E-HTTP-047] [E-HTTP-048] http: the stream log is searched with all its fields, and comes as uslogs.7z under a password', async (t) => {
  const server = await startServer(t);
  const operator = await Channel.signedIn(server);
  await operator.get('D01', { I: ID, C: 2 });
  operator.close();
  const device = await Device.online(server.ports.jt808, { phone: ID });
  afterwards(t, () => device.close());
  const viewer = await Viewer.open(server.ports.stream, server.admin, ID, { channel: 2 });
  viewer.close();
  await until('both rows', async () => (await logRows(server, '/gklog/uslog')).length === 2);
  const named = { type: 'Liveview end', entrance: 'Web', member: 'admin', deviceid: ID };
  assert.equal((await logRows(server, '/gklog/uslog', named)).length, 1);
  for (const [field, other] of Object.entries({ type: 'Local playback', entrance: 'Rtsp', member: 'x', deviceid: 'x' }))
    assert.deepEqual(await logRows(server, '/gklog/uslog', { ...named, [field]: other }), [], field);

  const { response, bytes } = await exported(server, '/gklog/exportuslog', named);
  assert.equal(response.status, 200);
  assert.equal(nameOf(response), 'uslogs.7z');
  const lines = await linesOf(bytes, 'uslogs.csv');
  assert.equal(lines.length, 2, 'headers, and the one row that the filters leave');
  assert.match(lines[1] ?? '', new RegExp(`^admin,${ID},2,Web,Liveview end,20`));
  await assert.rejects(openSevenZip(bytes, 'another'));
  assert.ok(!Buffer.from(bytes).includes('Liveview'), 'nothing can be read without it');
});

test('[E-HTTP-051] http: the access log comes as accesslogs.7z under a password, for level 0, and never without a password', async (t) => {
  const server = await startServer(t);
  const operator = await Channel.signedIn(server);
  await operator.get('D01', { I: 'BUS-7', C: 2 });
  operator.close();
  const filters = { member: 'admin', action: 'Register device', ip: '127.0.0.1' };
  const { response, bytes } = await exported(server, '/gklog/exportaccesslog', filters);
  assert.equal(nameOf(response), 'accesslogs.7z');
  const lines = await linesOf(bytes, 'accesslogs.csv');
  assert.equal(lines.length, 2);
  assert.match(lines[1] ?? '', /,admin,127\.0\.0\.1,Register device,BUS-7,done,Channel,D01,/);
  for (const filepass of ['', undefined]) {
    const refused = await exported(server, '/gklog/exportaccesslog', { filepass });
    assert.equal(refused.response.status, 400);
  }
  const { hash } = server.admin;
  const low = { user: 'low', hash };
  await server.app.users.add({
    name: 'low',
    passwordHash: hash,
    level: 1,
    rights: new Set(),
    expiresMs: null,
    groupIds: [1],
  });
  assert.equal((await exported(server, '/gklog/exportaccesslog', {}, low)).response.status, 403);
  assert.ok(!JSON.stringify(asJson({ all: (await searchLog(server, '/gklog/accesslog')).body })).includes(PASSWORD));
});

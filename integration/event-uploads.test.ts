// Files of events that go to the FTP server of their plan: by themselves, as fast and as many as is set, after a restart too. What the
// monitor says of them is asked as its page asks.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test, type TestContext } from 'node:test';
import { createFileRows, type StoredFile } from '../apps/server/src/features/file-store/store.ts';
import { createVehicle, type Vehicle } from '../apps/simulator/src/index.ts';
import { afterwards } from './support/cleanup.ts';
import { FtpServer } from './support/ftp-server.ts';
import { asJson, asList, Channel, type Json } from './support/operator.ts';
import { restarted } from './support/restarted.ts';
import { HOST } from './support/server.ts';
import { until } from './support/until.ts';

const ID = '13800000211';
const ALLOWED = { OUTRIDER_OUTGOING_HOSTS: HOST };
const FAST = 50_000_000;

type House = Awaited<ReturnType<typeof restarted>>;
type Server = Awaited<ReturnType<House['start']>>;

const startFtp = async (t: TestContext): Promise<FtpServer> => {
  const ftp = await FtpServer.start();
  afterwards(t, () => ftp.close());
  return ftp;
};
const addressOf = ({ port }: FtpServer): string => `ftp://fleet:secret@${HOST}:${port}/events`;

const monitorOf = async (t: TestContext, { ports, admin }: Server) => {
  const socket = await Channel.open(ports.command);
  afterwards(t, () => socket.close());
  const own = { U: admin.user, P: admin.hash };
  return {
    set: (A: number, B: number, C: number) => socket.get('DB11', { ...own, A, B, C }),
    said: async () => asJson((await socket.get('DB10', own))['Z']),
    answer: async (code: string, letters: Json) => (await socket.ask(code, letters)).at(0)?.['R'],
    own,
  };
};

/** A driver on the phone: an alarm with three files, which come by themselves. */
const CODE = 742;
const planOf = (upload: string): Json => ({
  deviceid: 'GLOBAL',
  groupid: 'root',
  appdevid: CODE,
  updateMode: 'GLOBAL',
  downloadtype: 1,
  downloadplan: 0,
  streamtype: 0,
  preoffset: 3,
  postoffset: 1,
  entimepart: 0,
  timepart: '',
  intermission: 0,
  enupload: 1,
  upload,
  custompath: 1,
  accoffonly: 0,
  maxbackupsecs: 0,
  snapshotmode: 0,
  mediatype: '1',
});
const savePlan = async (server: Server, upload: string): Promise<void> => {
  const input = { eventDownloadPlan: planOf(upload) };
  const { status, body } = await server.ask('POST', '/gkevent/eventdownloadplan', input);
  assert.equal(status, 200, JSON.stringify(body));
};

const startVehicle = async (t: TestContext, server: Server): Promise<Vehicle> => {
  const channel = await Channel.signedIn(server);
  await channel.get('D01', { I: ID, C: 4 });
  channel.close();
  const quiet = { parked: true, intervalMs: 3_600_000, alarms: false };
  const vehicle = createVehicle({ host: HOST, port: server.ports.jt808, phone: `0${ID}`, ...quiet });
  afterwards(t, () => vehicle.stop());
  vehicle.start();
  await vehicle.whenOnline();
  return vehicle;
};
const filesIn = (server: Server): Promise<StoredFile[]> => createFileRows(server.app.db.db).list({ limit: 100 });
const allFiles = (server: Server): Promise<StoredFile[]> =>
  until('all files are kept', async () => {
    const files = await filesIn(server);
    return files.length === 3 && files.every(({ eventSerial }) => eventSerial !== null) ? files : undefined;
  });
const FIELDS = 'taskid isProcessing isDone deviceid appdevid eventtime addtime starttime endtime filePath curl error';

test('[E-WS-016] ws: files of an event go whole to the server of its plan, in a folder of their device, and DB10 says so without the password', async (t) => {
  const ftp = await startFtp(t);
  const server = await (await restarted(t)).start(ALLOWED);
  const { said, set } = await monitorOf(t, server);
  assert.deepEqual(await said(), {
    maxCount: 50,
    limitRate: 65_536,
    maxWaitCount: 10_000,
    currentCount: 0,
    waitCount: 0,
    data: [],
  });
  await set(50, FAST, 10_000);
  await savePlan(server, addressOf(ftp));
  (await startVehicle(t, server)).sendAlarm('phone-call');
  const files = await allFiles(server);
  const rows = await until('all went', async () => {
    const data = asList((await said())['data']);
    return data.length === 3 && data.every(({ isDone }) => isDone === 1) ? data : undefined;
  });
  const hashes = [...ftp.files.values()].map((bytes) => createHash('sha256').update(bytes).digest('hex'));
  assert.deepEqual(hashes.toSorted(), files.map(({ hash }) => Buffer.from(hash).toString('hex')).toSorted());
  for (const name of ftp.files.keys()) assert.match(name, new RegExp(`^/?events/${ID}/${ID}_\\d+_[\\w.-]+$`));
  const [row = {}] = rows;
  assert.equal(Object.keys(row).join(' '), FIELDS);
  assert.deepEqual([row['deviceid'], row['appdevid'], row['isProcessing'], row['error']], [ID, CODE, 0, '']);
  assert.match(String(row['curl']), new RegExp(`^ftp://fleet@${HOST}:${ftp.port}/events/${ID}/`));
  assert.doesNotMatch(JSON.stringify(rows), /secret/);
  assert.ok(Number(row['endtime']) >= Number(row['starttime']) && Number(row['starttime']) > 0);
});

test('[E-WS-017] ws: what DB11 sets bounds how fast and how many files go, and how many wait; it and what waits outlast a restart', async (t) => {
  const ftp = await startFtp(t);
  const house = await restarted(t);
  const server = await house.start(ALLOWED);
  const { set, said } = await monitorOf(t, server);
  ftp.refusing = true;
  await set(1, 40_000, 20);
  await savePlan(server, addressOf(ftp));
  (await startVehicle(t, server)).sendAlarm('phone-call');
  const files = await allFiles(server);
  const refused = await until('a try came to nothing', async () => {
    const data = asList((await said())['data']);
    return data.some(({ error }) => /530/.test(String(error))) ? data : undefined;
  });
  assert.ok(refused.every(({ isDone }) => isDone === 0));
  await server.close();
  ftp.refusing = false;
  const next = await house.start(ALLOWED);
  const again = await monitorOf(t, next);
  const { maxCount, limitRate, maxWaitCount } = await again.said();
  assert.deepEqual([maxCount, limitRate, maxWaitCount], [1, 40_000, 20]);
  await until('all went', async () => ftp.files.size === files.length && ftp.arriving === 0);
  assert.equal(ftp.mostAtOnce, 1);
  const largest = [...ftp.files].toSorted(([, a], [, b]) => b.length - a.length)[0] ?? ['', Buffer.alloc(0)];
  const bytesPerSecond = (largest[1].length * 1000) / (ftp.lasted.get(largest[0]) ?? 1);
  assert.ok(largest[1].length > 60_000, `${largest[1].length} bytes say nothing of a rate`);
  // A machine that stands still for seconds makes it slower, and may take one of the pauses away; it is no rate in bits, and no free one.
  assert.ok(bytesPerSecond < 60_000 && bytesPerSecond > 5500, `${Math.round(bytesPerSecond)} bytes a second`);
});

test('[E-ROLE-017] ws: DB10 and DB11 bring name and hash of a level 0 account', async (t) => {
  const server = await (await restarted(t)).start();
  const { answer, own } = await monitorOf(t, server);
  const limits = { A: 3, B: 2048, C: 4 };
  for (const [code, letters] of [
    ['DB10', {}],
    ['DB11', limits],
  ] as const) {
    assert.notEqual(await answer(code, letters), '1', `${code} of nobody`);
    assert.notEqual(await answer(code, { ...letters, ...own, P: '0'.repeat(64) }), '1', `${code} with a wrong one`);
    assert.equal(await answer(code, { ...letters, ...own }), '1', code);
  }
  assert.notEqual(await answer('DB11', { ...limits, ...own, B: 100 }), '1', 'too slow to be meant');
});

test('a private address that the configuration does not name is sent nothing, and the row says why', async (t) => {
  const ftp = await startFtp(t);
  const server = await (await restarted(t)).start();
  const { said } = await monitorOf(t, server);
  await savePlan(server, addressOf(ftp));
  (await startVehicle(t, server)).sendAlarm('phone-call');
  const error = await until('it was tried', async () => asList((await said())['data'])[0]?.['error'] || undefined);
  assert.match(String(error), /outgoingHosts/);
  assert.deepEqual(ftp.said, []);
});

test('the password of a target is masked wherever a plan is answered, kept when the mask comes back, and of no use to another server', async (t) => {
  const server = await (await restarted(t)).start();
  const address = 'ftp://fleet:t0psecret@ftp.example.com/events';
  await savePlan(server, address);
  const plans = async () => JSON.stringify((await server.ask('GET', '/gkevent/eventdownloadplan')).body);
  assert.match(await plans(), /ftp:\/\/fleet:\*{8}@ftp\.example\.com\/events/);
  await savePlan(server, 'ftp://fleet:********@ftp.example.com/later');
  const socket = await Channel.open(server.ports.command);
  afterwards(t, () => socket.close());
  const rules = await socket.get('DB14', { U: server.admin.user, P: server.admin.hash });
  const rows = JSON.stringify(
    await server.app.db.db
      .$extendTables<{ download_plans: object; access_log: object }>()
      .selectFrom('download_plans')
      .selectAll()
      .execute(),
  );
  assert.match(rows, /t0psecret@ftp\.example\.com\/later/);
  const old = { eventDownloadPlan: { ...planOf('ftp.example.com'), updatetime: 0 } };
  const conflict = await server.ask('POST', '/gkevent/eventdownloadplan', old);
  assert.equal(conflict.status, 409);
  for (const text of [await plans(), JSON.stringify(rules), JSON.stringify(conflict.body)])
    assert.doesNotMatch(text, /t0psecret/);
  for (const upload of ['ftp://fleet:********@other.example/events', 'http://ftp.example.com/']) {
    const input = { eventDownloadPlan: planOf(upload) };
    assert.equal((await server.ask('POST', '/gkevent/eventdownloadplan', input)).status, 400, upload);
  }
  const nowS = Math.ceil(Date.now() / 1000);
  const log = await until('it is logged', async () => {
    const { body } = await server.ask('POST', '/gklog/accesslog', {
      afterUpdatetime: nowS - 3600,
      beforeUpdatetime: nowS + 3600,
    });
    const text = JSON.stringify(body);
    return text.includes('Save download plan') ? text : undefined;
  });
  assert.doesNotMatch(log, /t0psecret/);
});

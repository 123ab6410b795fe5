// The pages of what a recorder writes about itself, on the stream port: fetched from it, in the zone that was asked for, for who may see it,
// escaped, bounded, and as a file. The links to them are e2e/device-actions.spec.ts.
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { type Right, rights } from '@outrider/contract';
import { encodeRecorderBlock, p8700CollectRecorder, t0700RecorderReply } from '@outrider/jt808';
import { createVehicle, type VehicleOptions } from '../apps/simulator/src/index.ts';
import { afterwards } from './support/cleanup.ts';
import { Device } from './support/device.ts';
import { Channel, asJson } from './support/operator.ts';
import { type Account, cheapKeeper, HOST, startServer } from './support/server.ts';
import { until } from './support/until.ts';
import { answerVendorBlock } from './support/vendor-device.ts';

const ID = '13800000001';

const setScene = async (t: TestContext) => {
  const server = await startServer(t, {}, { keeper: cheapKeeper });
  const operator = await Channel.signedIn(server);
  afterwards(t, () => operator.close());
  await operator.get('D01', { I: ID, C: 2 });
  const ask = async (type: string, query: Record<string, string> = {}, account: Account | null = server.admin) => {
    const own = account === null ? {} : { user: account.user, password: account.hash };
    const search = new URLSearchParams({ type, deviceid: ID, ...own, ...query }).toString();
    const response = await fetch(`http://${HOST}:${server.ports.stream}/web.cgi?${search}`);
    const bytes = Buffer.from(await response.arrayBuffer());
    return { status: response.status, headers: response.headers, bytes, text: bytes.toString('utf8') };
  };
  const drive = async (options: Partial<VehicleOptions> = {}) => {
    const place = { host: HOST, port: server.ports.jt808, phone: ID, channels: 2, vendorBlock: true };
    const vehicle = createVehicle({ ...place, ...options });
    afterwards(t, () => vehicle.stop());
    vehicle.start();
    await vehicle.whenOnline();
    await until('it is on line', async () => {
      const { Z } = await operator.get('Q05', { I: ID });
      return Number(asJson(Z)['status'] ?? 0) > 0;
    });
    return vehicle;
  };
  const add = async (name: string, granted: readonly Right[], groupIds = [1]): Promise<Account> => {
    const { hash } = server.admin;
    const made = { name, passwordHash: hash, level: 1, rights: new Set(granted), expiresMs: null, groupIds };
    await server.app.users.add(made);
    return { user: name, hash };
  };
  return { server, operator, ask, drive, add };
};

test("[A-DEVACT-012] syslog: the recorder's own lines of now, in the zone that was asked for, with user and password; its file too", async (t) => {
  const { operator, ask, drive, server } = await setScene(t);
  const vehicle = await drive();
  await operator.get('D21', { I: ID, A: 'Turn <b>left</b> & stop' });
  // It goes on writing: what it was told need not be its last line.
  const line = vehicle.log.texts(500, 0).findLast((each) => each.includes('text: Turn')) ?? '';
  assert.match(line, /text: Turn/);
  const { status, headers, text } = await ask('syslog', { timezone: '0' });
  assert.equal(status, 200);
  assert.match(headers.get('content-type') ?? '', /^text\/html/);
  assert.match(headers.get('content-security-policy') ?? '', /^default-src 'none'; style-src 'sha256-[^']+'; /);
  assert.ok(text.includes(`>${line.slice(0, 19)}<`), 'in UTC where that is asked for');
  assert.ok(text.includes('text: Turn &lt;b&gt;left&lt;/b&gt; &amp; stop'), 'as text');
  assert.ok(text.includes('>online at '), 'what it wrote by itself');
  const inTaipei = new Date(Date.parse(`${line.slice(0, 19).replace(' ', 'T')}Z`) + 28_800_000).toISOString();
  assert.ok((await ask('syslog', { timezone: '480' })).text.includes(`>${inTaipei.slice(0, 19).replace('T', ' ')}<`));
  assert.ok((await ask('syslog', { lang: 'cn' })).text.includes(`${ID} 的系统日志`));
  const saved = await ask('syslog', { file: '1' });
  assert.match(
    saved.headers.get('content-disposition') ?? '',
    /^attachment; filename="13800000001_syslog_\d{14}\.log"/,
  );
  assert.ok(saved.text.includes(`${line}\n`));
  assert.ok(!saved.text.includes(server.admin.hash));
});

test('[A-DEVACT-013] carbox: what the driving recorder of the vehicle answers, block by block, and the file of it', async (t) => {
  const { ask, drive } = await setScene(t);
  const vehicle = await drive({ plate: '粤B12345' });
  const { status, text } = await ask('carbox', { timezone: '480' });
  assert.equal(status, 200);
  assert.ok(text.includes('粤B12345'), 'the vehicle');
  assert.ok(text.includes(`C${ID}`), 'its driver');
  const started = new Date(vehicle.startedMs + 28_800_000).toISOString().slice(0, 19).replace('T', ' ');
  assert.ok(text.includes(`${started} on`), 'when it was switched on');
  assert.ok(text.includes('not recorded by this device'), 'what it does not keep is said');
  const { bytes, headers } = await ask('carbox', { file: '1' });
  assert.match(headers.get('content-disposition') ?? '', /filename="13800000001_carbox_\d{14}\.vdr"/);
  assert.equal(
    bytes.reduce((sum, byte) => sum ^ byte, 0),
    0,
    'its check byte',
  );
  const blocks: [number, number][] = [];
  for (let at = 2, n = 0; n < bytes.readUInt16BE(0); n += 1) {
    const size = bytes.readUInt32BE(at + 19);
    blocks.push([bytes.readUInt8(at), size]);
    at += 23 + size;
  }
  assert.deepEqual(blocks, [
    [0, 2],
    [1, 18],
    [2, 6],
    [3, 20],
    [4, 8],
    [5, 41],
    [7, 35],
    [0x12, 25],
    [0x13, 7],
  ]);
});

test('each needs its own right and a device of the own groups; without credentials, wrong or away it says so in words', async (t) => {
  const { server, ask, drive, add } = await setScene(t);
  const away = await ask('syslog');
  assert.deepEqual([away.status, away.text.includes('The device is not connected.')], [404, true]);
  await drive();
  const others = (own: Right): Right[] => rights.filter((right) => right !== own);
  const [noSyslog, noCarbox] = [
    await add('nosyslog', others('F_lmdvrs_syslog')),
    await add('nocarbox', others('F_lmdvrs_carbox')),
  ];
  const outside = await add('outside', rights, [await server.app.groups.add(1, 'elsewhere')]);
  for (const [account, syslog, carbox] of [
    [noSyslog, 403, 200],
    [noCarbox, 200, 403],
    [outside, 404, 404],
    [null, 401, 401],
    [{ ...server.admin, hash: '0'.repeat(64) }, 401, 401],
  ] as const)
    assert.deepEqual(
      [(await ask('syslog', {}, account)).status, (await ask('carbox', {}, account)).status],
      [syslog, carbox],
    );
  for (const query of [{ timezone: '9999' }, { timezone: 'x' }, { deviceid: '<script>' }]) {
    const { status, text } = await ask('syslog', query);
    assert.ok(status === 400 || status === 404, String(status));
    assert.ok(!text.includes('<script>'));
  }
});

test('a recorder that answers nonsense, too much, half or never: the page says so and shows what came', async (t) => {
  const { server, ask } = await setScene(t);
  const device = await Device.online(server.ports.jt808, { phone: ID });
  afterwards(t, () => device.close());
  const syslog: { result?: number; json: unknown } = { json: { lines: 'none' } };
  answerVendorBlock(device, { syslog });
  assert.equal((await ask('syslog')).status, 422);
  syslog.json = { lines: Array.from({ length: 1500 }, (_, i) => `line ${i}.`) };
  const { text } = await ask('syslog');
  assert.ok(text.includes('line 1499.') && !text.includes('line 499.'), 'the newest thousand');
  assert.ok(text.includes('Times are those of the device.'), 'a line without a time, of a zone that it did not tell');
  let collected = 0;
  device.on(p8700CollectRecorder.id, ({ header, body }) => {
    const { command } = p8700CollectRecorder.decode(body, '2013');
    collected += 1;
    if (command === 0x03) return device.reply(header, 3);
    const data = command === 0x05 ? Uint8Array.of(1) : new Uint8Array(0);
    return device.send(t0700RecorderReply, {
      replySerial: header.serial,
      command,
      data: encodeRecorderBlock('up', command, data),
    });
  });
  const [first, second] = await Promise.all([ask('carbox'), ask('carbox')]);
  assert.deepEqual([first.status, second.text], [200, first.text]);
  const before = collected;
  await ask('carbox');
  assert.equal(collected, 2 * before, 'both were one question');
});

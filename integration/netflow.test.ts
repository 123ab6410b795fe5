// The data of devices by days over the wire: the bytes that the counters of the devices' sockets say, whose, of which days, and what is refused.
import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { MAX_NETFLOW_DAYS } from '@outrider/contract';
import { createApp } from '../apps/server/src/app.ts';
import { dayStart, serverDays } from '../apps/server/src/features/data-use/server-days.ts';
import { toPasswordHash } from '../apps/server/src/kernel/access/credentials.ts';
import { silentLog } from '../apps/server/src/kernel/log.ts';
import { createVehicle } from '../apps/simulator/src/index.ts';
import { afterwards } from './support/cleanup.ts';
import { keyOf } from './support/device-keys.ts';
import { asList, Channel, httpCall, type Json } from './support/operator.ts';
import { HOST, startServer, type Server, temporaryFolder, testConfig } from './support/server.ts';
import { until } from './support/until.ts';

const PATH = '/gklog/netflow';
const FIRST = '13800000101';
const SECOND = '13800000102';
const DAY_S = 86_400;
const REPORTS = 300;

const ask = (server: Server, input: Json, account = server.admin) =>
  httpCall(server.ports.http, 'POST', PATH, { account, input });
const rowsOf = async (server: Server, starttime: number, endtime: number): Promise<Json[]> => {
  const { status, body } = await ask(server, { starttime, endtime });
  assert.equal(status, 200);
  return asList(body);
};

/** As the counters wrote them, by a writer of its own. */
const plant = async (server: Server, rows: readonly (readonly [string, string, number, number])[]): Promise<void> => {
  const database = new DatabaseSync(join(server.data, 'outrider.sqlite'));
  // The server is in this process: who waits for its writes in one call would wait for himself.
  await until('nobody else writes', () => {
    try {
      database.exec('BEGIN IMMEDIATE');
      return true;
    } catch (error) {
      if (/locked/.test(String(error))) return false;
      throw error;
    }
  });
  const insert = database.prepare(
    'INSERT INTO data_use (device_key, day, in_bytes, out_bytes) SELECT key, ?, ?, ? FROM devices WHERE id = ?',
  );
  for (const [id, day, inBytes, outBytes] of rows) insert.run(day, inBytes, outBytes, id);
  database.exec('COMMIT');
  database.close();
};

test('[E-ENT-017 E-HTTP-031] the days of a month between its bounds, one row for a device and day, for who may see the device', async (t) => {
  const server = await startServer(t);
  const operator = await Channel.signedIn(server);
  for (const I of [FIRST, SECOND]) await operator.get('D01', { I, C: 2 });
  await plant(server, [
    [FIRST, '2026-02-28', 1, 2],
    [FIRST, '2026-03-01', 1023, 1_610_612_736],
    [SECOND, '2026-03-01', 5, 6],
    [FIRST, '2026-03-31', 7, 8],
    [FIRST, '2026-04-01', 9, 10],
  ]);
  const [start, end] = ['2026-03-01', '2026-04-01'].map((day) => dayStart(day) / 1000);
  assert.ok(start !== undefined && end !== undefined);
  const row = (deviceid: string, date: string, flowin: number, flowout: number): Json => ({
    deviceid,
    starttime: dayStart(date) / 1000,
    flowin,
    flowout,
    date,
  });
  const march = [
    row(FIRST, '2026-03-01', 1023, 1_610_612_736),
    row(SECOND, '2026-03-01', 5, 6),
    row(FIRST, '2026-03-31', 7, 8),
  ];
  assert.deepEqual(await rowsOf(server, start, end - 1), march);
  // A month of a reader whose clock is eight hours ahead of the server's, or behind: it has the days of its name.
  assert.deepEqual(await rowsOf(server, start - 8 * 3600, end - 1 - 8 * 3600), march);
  assert.deepEqual(await rowsOf(server, start + 8 * 3600, end - 1 + 8 * 3600), march);
  // Who sees the first alone, by its group.
  const mine = await server.app.groups.add(1, 'Mine');
  await server.app.groups.setDeviceGroups(keyOf(server.data, FIRST), [mine]);
  const { hash } = server.admin;
  const add = (name: string, groupIds: number[]) =>
    server.app.users.add({
      name,
      passwordHash: hash,
      level: 2,
      rights: new Set(['F_event']),
      expiresMs: null,
      groupIds,
    });
  await add('eve', [mine]);
  await add('nobody', []);
  const seenBy = async (user: string) =>
    asList((await ask(server, { starttime: start, endtime: end - 1 }, { user, hash })).body);
  assert.deepEqual(await seenBy('eve'), [march[0], march[2]]);
  assert.deepEqual(await seenBy('nobody'), []);
  for (const input of [{ starttime: start, endtime: start + MAX_NETFLOW_DAYS * DAY_S + 1 }, { starttime: start }, {}])
    assert.equal((await ask(server, input)).status, 400);
});

test('the row of today says what the sockets of the device carried, within 1 %', async (t) => {
  const data = await temporaryFolder(t);
  const app = await createApp(testConfig(data), { log: silentLog });
  afterwards(t, () => app.close());
  const admin = { user: 'admin', hash: toPasswordHash(app.initialPassword ?? '') };
  const operator = await Channel.signedIn({ ports: app.ports, admin });
  await operator.get('D01', { I: FIRST, C: 2 });
  operator.close();
  const sockets: Socket[] = [];
  const add = (message: unknown): void => {
    if (typeof message === 'object' && message !== null && 'socket' in message && message.socket instanceof Socket)
      sockets.push(message.socket);
  };
  subscribe('net.client.socket', add);
  const vehicle = createVehicle({
    host: HOST,
    port: app.ports.jt808,
    phone: FIRST,
    parked: true,
    intervalMs: 3_600_000,
  });
  t.after(() => void unsubscribe('net.client.socket', add));
  afterwards(t, () => vehicle.stop());
  vehicle.start();
  await vehicle.whenOnline();
  for (let report = 0; report < REPORTS; report += 1) vehicle.reportNow();
  // The vehicle ends at once: an answer that it has not read by then was carried, and no counter of its socket says so.
  await until('each report is answered', () => vehicle.reporter.ackedCount >= REPORTS);
  await vehicle.stop();
  await app.close(); // stores what was counted
  const [carriedIn, carriedOut] = [
    sockets.reduce((sum, { bytesWritten }) => sum + bytesWritten, 0),
    sockets.reduce((sum, { bytesRead }) => sum + bytesRead, 0),
  ];
  const again = await createApp(testConfig(data), { log: silentLog });
  afterwards(t, () => again.close());
  const nowS = Math.floor(again.clock.now() / 1000);
  const { body } = await httpCall(again.ports.http, 'POST', PATH, {
    account: admin,
    input: { starttime: nowS - 2 * DAY_S, endtime: nowS + DAY_S },
  });
  const [row, ...others] = asList(body);
  assert.deepEqual(others, []);
  assert.equal(row?.['date'], serverDays()(again.clock.now()));
  for (const [counted, carried] of [
    [row?.['flowin'], carriedIn],
    [row?.['flowout'], carriedOut],
  ])
    assert.ok(
      Math.abs(Number(counted) - Number(carried)) <= Number(carried) / 100,
      `${String(counted)} of ${String(carried)}`,
    );
});

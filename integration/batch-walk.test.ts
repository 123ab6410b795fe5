// The walk of the parameter sheet: the speed limit of fifty vehicles of which ten are away. Forty confirm, ten wait; the ten come back, and on
// each of the fifty the alarm is raised at the new limit.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type TestContext, test } from 'node:test';
import { loadRoadNetwork, createVehicle, type Vehicle } from '../apps/simulator/src/index.ts';
import { afterwards } from './support/cleanup.ts';
import { logRows } from './support/logs.ts';
import { asJson, asList, Channel, httpCall, type Json } from './support/operator.ts';
import { cheapKeeper, HOST, type Server, startServer } from './support/server.ts';
import { until } from './support/until.ts';

const VEHICLES = 50;
const AWAY = 10;
/** Driven by every vehicle of a town within a few seconds, and far below the limit from the factory. */
const LIMIT_KMH = 8;
const FACTORY_KMH = 85;
const OVER_SPEED = 13;
const PATIENT = { deadlineMs: 120_000 };
/** As many as a person's browser asks at once. */
const AT_ONCE = 6;

const ids = Array.from({ length: VEHICLES }, (_, i) => String(13_800_002_000 + i));
const late = ids.slice(-AWAY);
const present = ids.slice(0, -AWAY);

const setScene = async (t: TestContext) => {
  const server = await startServer(t, {}, { keeper: cheapKeeper });
  const channel = await Channel.signedIn(server);
  afterwards(t, () => channel.close());
  for (const I of ids) await channel.get('D01', { I, C: 1 });
  const network = loadRoadNetwork();
  const start = (id: string): Vehicle => {
    const vehicle = createVehicle({
      host: HOST,
      port: server.ports.jt808,
      phone: `0${id}`,
      channels: 1,
      seed: Number(id),
      clips: null,
      network,
      intervalMs: 2000,
      reconnectMs: 100,
    });
    afterwards(t, () => vehicle.stop());
    vehicle.start();
    return vehicle;
  };
  return { server, start };
};

/** Events of over speed as event.cgi tells them: the device and how fast it was. */
const listen = async (t: TestContext, { ports, admin }: Server): Promise<Map<string, number>> => {
  const speeds = new Map<string, number>();
  const socket = new WebSocket(`ws://${HOST}:${ports.stream}/event.cgi?user=${admin.user}&password=${admin.hash}`);
  socket.addEventListener('message', ({ data }) => {
    for (const line of String(data).split('\n')) {
      const event = line === '' ? {} : asJson(JSON.parse(line));
      if (event['cmd'] === 'new' && event['appdevid'] === OVER_SPEED)
        speeds.set(String(event['deviceid']), Number(event['speed']));
    }
  });
  afterwards(t, () => socket.close());
  await once(socket, 'open');
  return speeds;
};

const inBatches = async <T>(all: readonly string[], act: (id: string) => Promise<T>): Promise<T[]> => {
  const results: T[] = [];
  for (let at = 0; at < all.length; at += AT_ONCE)
    results.push(...(await Promise.all(all.slice(at, at + AT_ONCE).map(act))));
  return results;
};

const limitOf = async ({ ports, admin }: Server, id: string): Promise<unknown> => {
  const { body } = await httpCall(ports.http, 'POST', `/gkserver/gkdevicesetup/${id}`, { account: admin, input: {} });
  return asJson(asJson(asJson(body)['data'])['current'])['sys_spdlimit'];
};

test('the limit of fifty vehicles is changed while ten are away; all fifty raise the alarm at it', async (t) => {
  const { server, start } = await setScene(t);
  const speeds = await listen(t, server);
  const running = new Map(present.map((id) => [id, start(id)]));
  await Promise.all([...running.values()].map((vehicle) => vehicle.whenOnline()));
  assert.deepEqual(new Set(await inBatches(present.slice(0, 3), (id) => limitOf(server, id))), new Set([FACTORY_KMH]));

  const change = async (id: string): Promise<Json> => {
    const input = { deviceParams: { sys_spdlimit: LIMIT_KMH, sys_osperiod: 1 } };
    const path = `/gkserver/gkdevicesetup/${id}`;
    const { status, body } = await httpCall(server.ports.http, 'PUT', path, { account: server.admin, input });
    assert.equal(status, 200, `${id} ${JSON.stringify(body)}`);
    return asJson(body);
  };
  assert.deepEqual([...speeds.keys()], [], 'nobody is too fast before');
  const answers = await inBatches(ids, change);
  const resultOf = (result: string): string[] => ids.filter((_, i) => answers[i]?.['result'] === result);
  assert.deepEqual([resultOf('1'), resultOf('2')], [present, late], 'forty confirm, ten wait');
  assert.ok(answers.slice(0, -AWAY).every(({ kept }) => asJson(kept)['sys_spdlimit'] === LIMIT_KMH));

  /** Whose orders are not over. */
  const open = async (): Promise<string[]> => {
    const input = { limit: 1000 };
    const { body } = await httpCall(server.ports.http, 'GET', '/gkdevice/orders', { account: server.admin, input });
    return asList(body)
      .filter(({ kind, state }) => kind === 'parameters' && (state === 'waiting' || state === 'sent'))
      .map(({ deviceid }) => String(deviceid));
  };
  assert.deepEqual((await open()).toSorted(), late);
  await until('the forty are too fast', () => present.every((id) => speeds.has(id)), PATIENT);
  assert.ok(late.every((id) => !speeds.has(id)));

  for (const id of late) running.set(id, start(id));
  await until('nothing waits any more', async () => (await open()).length === 0, PATIENT);
  assert.deepEqual(new Set(await inBatches(late, (id) => limitOf(server, id))), new Set([LIMIT_KMH]));
  await until('all fifty are too fast', () => ids.every((id) => speeds.has(id)), PATIENT);
  for (const [id, kmh] of speeds) assert.ok(kmh < FACTORY_KMH, `${id} at ${kmh} was not too fast before`);

  const logged = await until('every order stands in the access log', async () => {
    const rows = (await logRows(server, '/gklog/accesslog')).filter((row) =>
      JSON.stringify(row).includes('Set device parameters'),
    );
    return rows.length >= VEHICLES && rows;
  });
  const text = JSON.stringify(logged);
  assert.deepEqual(
    ids.filter((id) => !text.includes(id)),
    [],
  );
});

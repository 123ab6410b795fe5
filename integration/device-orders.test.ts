// A recorder that looks for its recordings for minutes: what a person waits for meanwhile is asked and answered as if it did not.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createVehicle } from '../apps/simulator/src/index.ts';
import { afterwards } from './support/cleanup.ts';
import { Channel, asJson, httpCall } from './support/operator.ts';
import { HOST, startServer } from './support/server.ts';
import { until } from './support/until.ts';
import { Viewer } from './support/viewer.ts';

const ID = '13800000001';
const HOUR_S = 3600;
const LIST = 0x9205;
const LIVE = 0x9101;
const TURN = 0x9301;

test('a list that a recorder does not come back with delays no camera and no live picture', async (t) => {
  const server = await startServer(t);
  const operator = await Channel.signedIn(server);
  afterwards(t, () => operator.close());
  await operator.get('D01', { I: ID, C: 2 });
  const vehicle = createVehicle({
    host: HOST,
    port: server.ports.jt808,
    phone: ID,
    channels: 2,
    faults: { slowListS: 600 },
  });
  afterwards(t, () => vehicle.stop());
  vehicle.start();
  await until('the vehicle is on line', async () => {
    const { Z } = await operator.get('Q05', { I: ID });
    return Number(asJson(Z)['status'] ?? 0) > 0;
  });
  const toldOf = (id: number): number => vehicle.received.filter((message) => message.id === id).length;

  let listed = false;
  const nowS = Math.floor(Date.now() / 1000);
  const input = { deviceid: ID, channels: [1], from: nowS - HOUR_S, to: nowS };
  const list = httpCall(server.ports.http, 'POST', '/gkdevice/recordlist', { account: server.admin, input }).finally(
    () => (listed = true),
  );
  await until('the recorder is asked for its list', () => toldOf(LIST) === 1);

  await operator.get('D12', { I: ID, C: 1, A: 'UP' });
  await operator.get('D12', { I: ID, C: 1, A: 'STOP' });
  assert.equal(toldOf(TURN), 2);
  const viewer = await Viewer.open(server.ports.stream, server.admin, ID);
  afterwards(t, () => viewer.close());
  await viewer.until('a live picture', () => viewer.videos.length > 0);
  assert.equal(toldOf(LIVE), 1);

  assert.equal(listed, false, 'the list is still looked for');
  assert.equal(toldOf(LIST), 1);
  await vehicle.stop();
  const { body } = await list;
  assert.equal(asJson(body)['device'], 'offline');
});

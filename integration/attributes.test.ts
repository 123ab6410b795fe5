// What a device is (0x8107) is asked once on a link, though models, versions of firmware and the vendor block all want to know; a person who
// asks for the version has it asked again.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createVehicle } from '../apps/simulator/src/index.ts';
import { afterwards } from './support/cleanup.ts';
import { Channel, asList, httpCall } from './support/operator.ts';
import { HOST, startServer } from './support/server.ts';
import { until } from './support/until.ts';

const ID = '13800000001';
const ATTRIBUTES = 0x8107;

test('three rooms that want to know what a device is ask it once', async (t) => {
  const server = await startServer(t);
  const operator = await Channel.signedIn(server);
  afterwards(t, () => operator.close());
  await operator.get('D01', { I: ID, C: 1 });
  const account = server.admin;
  const plan = { targetfw: 'no such version', url: 'http://example.com/a.bin', memo: '' };
  await httpCall(server.ports.http, 'POST', '/gkserver/autofw', { account, input: plan });
  const options = { host: HOST, port: server.ports.jt808, phone: ID, channels: 1, clips: null, vendorBlock: true };
  const vehicle = createVehicle(options);
  afterwards(t, () => vehicle.stop());
  vehicle.start();
  await vehicle.whenOnline();
  const asked = (): number => vehicle.received.filter(({ id }) => id === ATTRIBUTES).length;
  await until('its version is known', async () => {
    const { body } = await httpCall(server.ports.http, 'GET', '/gkdevice/firmware/*', { account });
    return asList(body)[0]?.['version'] === vehicle.kept.firmware;
  });
  await until('its model is known', async () => {
    const { body } = await httpCall(server.ports.http, 'GET', `/gkdevice/info/${ID}`, { account });
    return asList(body)[0]?.['version'] === vehicle.kept.firmware;
  });
  assert.ok(asList((await operator.get('D20', { I: ID }))['Z']).length > 0, 'it knows the block');
  assert.equal(asked(), 1);
  assert.equal((await operator.get('D11', { I: ID }))['B'], vehicle.kept.firmware);
  assert.equal(asked(), 2, 'a person has it asked');
});

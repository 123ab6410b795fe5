// What recorders get wrong with their parameters, as the simulator does it and the server tells it: half set, half told, cut, refused, passed
// over, late and silent.
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { createVehicle, type VehicleOptions } from '../apps/simulator/src/index.ts';
import { afterwards } from './support/cleanup.ts';
import { Channel, asJson, asList, httpCall, type Json, type Reply } from './support/operator.ts';
import { cheapKeeper, HOST, startServer } from './support/server.ts';
import { until } from './support/until.ts';

const ID = '13800000101';
const LIMIT = { sys_spdlimit: 61, sys_osperiod: 9 };

const setScene = async (t: TestContext, faults: NonNullable<VehicleOptions['faults']>) => {
  const server = await startServer(t, {}, { keeper: cheapKeeper });
  const operator = await Channel.signedIn(server);
  afterwards(t, () => operator.close());
  await operator.get('D01', { I: ID, C: 2 });
  const vehicle = createVehicle({ host: HOST, port: server.ports.jt808, phone: ID, channels: 2, faults });
  afterwards(t, () => vehicle.stop());
  vehicle.start();
  await until('the vehicle is on line', async () => {
    const { Z } = await operator.get('Q05', { I: ID });
    return Number(asJson(Z)['status'] ?? 0) > 0;
  });
  const call = (method: 'POST' | 'PUT', input: Json): Promise<Reply> =>
    httpCall(server.ports.http, method, `/gkserver/gkdevicesetup/${ID}`, { account: server.admin, input });
  return {
    load: async (): Promise<Json> => asJson((await call('POST', {})).body),
    set: () => call('PUT', { deviceParams: LIMIT }),
  };
};
/** The two values as the device has them, by another question. */
const held = async (load: () => Promise<Json>): Promise<unknown[]> => {
  const current = asJson(asJson((await load())['data'])['current']);
  return [current['sys_spdlimit'], current['sys_osperiod']];
};
const said = ({ status, body }: Reply): unknown[] => [status, asJson(body)['message']];

test('a device that sets half and says failed has refused, and the next question shows which half it took', async (t) => {
  const { load, set } = await setScene(t, { parameters: 'half-set' });
  assert.deepEqual(said(await set()), [422, 'The device refused: failed']);
  assert.deepEqual(await held(load), [61, 10]);
});

test('a device that tells half shows half, and is not told what it does not tell', async (t) => {
  const { load, set } = await setScene(t, { parameters: 'half-told' });
  assert.deepEqual(await held(load), [undefined, 10], 'one of the two');
  const [status, message] = said(await set());
  assert.equal(status, 422);
  assert.match(String(message), /^The device does not have this parameter: sys_/);
});

test('numbers that are a byte short are named with their length and not shown as values', async (t) => {
  const { load, set } = await setScene(t, { parameters: 'wrong-length' });
  const { wrong } = await load();
  const limit = asList(wrong).find(({ id }) => id === '0x0055');
  assert.deepEqual(limit, { id: '0x0055', trouble: 'length', bytes: 3 });
  assert.deepEqual(await held(load), [undefined, undefined]);
  assert.equal((await set()).status, 422);
});

test('a device that refuses keeps what it had; one that passes over what it does not know, and one that is late, have what was set', async (t) => {
  const refusing = await setScene(t, { parameters: 'refuses' });
  assert.deepEqual(said(await refusing.set()), [422, 'The device refused: failed']);
  assert.deepEqual(await held(refusing.load), [85, 10]);
  for (const faults of [{ parameters: 'ignores' }, { lateParametersS: 3 }] as const) {
    const { load, set } = await setScene(t, faults);
    assert.deepEqual(said(await set()), [200, 'Save Success']);
    assert.deepEqual(await held(load), [61, 9]);
  }
});

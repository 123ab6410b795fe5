// The calls about one device: what it is, where it was; and the rights that a sign-in brings, one character each.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rights } from '@outrider/contract';
import { toPasswordHash } from '../apps/server/src/kernel/access/credentials.ts';
import { afterwards } from './support/cleanup.ts';
import { Device, locationAt } from './support/device.ts';
import { Channel, asJson, asList, httpCall } from './support/operator.ts';
import { startServer } from './support/server.ts';

const START_MS = Date.UTC(2026, 2, 1, 6, 0, 0);
const wrongHash = toPasswordHash('not the password');

test('[F-HTTP-014 E-HTTP-077 E-ENT-041] a device is answered by its id, with the credentials in the body; an unknown one is refused in words', async (t) => {
  const server = await startServer(t);
  const operator = await Channel.signedIn(server);
  await operator.get('D01', { I: 'BUS-7', C: 4, Z: { drivername: '王小明' } });
  const ask = (deviceid: string) =>
    httpCall(server.ports.http, 'POST', '/gkdevice/device', {
      input: { deviceid, username: 'admin', password: server.admin.hash },
    });
  const known = await ask('BUS-7');
  assert.equal(known.status, 200);
  assert.equal(asJson(known.body)['deviceid'], 'BUS-7');
  assert.equal(asJson(known.body)['channel'], 4);
  assert.equal(asJson(known.body)['drivername'], '王小明');
  const unknown = asJson((await ask('BUS-8')).body);
  assert.equal(unknown['hasError'], 1);
  assert.match(String(unknown['message']), /BUS-8/);
});

test('[F-HTTP-015] a span with a track answers points of lat, lng, speed, dir and time; wrong credentials an error in words', async (t) => {
  const server = await startServer(t);
  const device = await Device.online(server.ports.jt808);
  afterwards(t, () => device.close());
  const operator = await Channel.signedIn(server);
  await operator.get('D01', { I: device.id, C: 1 });
  await device.locate(locationAt(START_MS, { speedKmh: 36 }));
  const ask = (password: string) =>
    httpCall(server.ports.http, 'POST', '/api/gps', {
      input: { deviceid: device.id, start: START_MS / 1000, end: START_MS / 1000 + 60, username: 'admin', password },
    });
  const [point] = asList((await ask(server.admin.hash)).body);
  assert.ok(point);
  const { lat, lng, speed, dir, time } = point;
  assert.deepEqual(
    { lat, lng, speed, dir, time },
    { lat: 24.1, lng: 120.6, speed: 36, dir: 90, time: START_MS / 1000 },
  );
  const refused = await ask(wrongHash);
  assert.equal(refused.status, 401);
  assert.equal(asJson(refused.body)['hasError'], 1);
  assert.notEqual(asJson(refused.body)['message'], '');
});

test('[F-RIGHTS-029] Q02 brings the rights as one character each: the n-th is the n-th right of the account', async (t) => {
  const server = await startServer(t, {}, { keeper: { keep: async (hash) => hash, check: async (a, b) => a === b } });
  for (const [n, right] of rights.entries()) {
    const user = `only-${n}`;
    const hash = toPasswordHash(user);
    await server.app.users.add({
      name: user,
      passwordHash: hash,
      level: 2,
      rights: new Set([right]),
      expiresMs: null,
      groupIds: [1],
    });
    const channel = await Channel.open(server.ports.command);
    const [answer] = await channel.ask('Q02', { U: user, P: hash });
    assert.equal(answer?.['F'], rights.map((_, i) => (i === n ? '1' : '0')).join(''), right);
    channel.close();
  }
});

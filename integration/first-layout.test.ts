// The layout that browsers begin with: as far as each sees its devices, and nothing where none was laid out.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setFirstLayout } from '../apps/server/src/features/first-layout/index.ts';
import { Channel, asJson, httpCall } from './support/operator.ts';
import { startServer } from './support/server.ts';

test('the first layout of the tree view holds the devices that the caller sees; it is gone with those', async (t) => {
  const { app, ports, admin } = await startServer(t);
  const read = async () =>
    asJson((await httpCall(ports.http, 'GET', '/gkserver/firstlayout', { account: admin })).body);
  assert.deepEqual(await read(), { name: '', tiles: [] });
  const channel = await Channel.signedIn({ ports, admin });
  for (const I of ['FIRST-1', 'FIRST-2']) await channel.get('D01', { I, C: 2 });
  const tiles = [
    { deviceid: 'FIRST-1', channel: 1 },
    { deviceid: 'FIRST-2', channel: 0 },
    { deviceid: 'NOBODY', channel: 1 },
  ];
  await setFirstLayout(app.settings, { name: 'Both', tiles });
  assert.deepEqual(await read(), { name: 'Both', tiles: tiles.slice(0, 2) });
  await channel.get('D02', { I: 'FIRST-2' });
  assert.deepEqual(await read(), { name: 'Both', tiles: tiles.slice(0, 1) });
  await setFirstLayout(app.settings, null);
  assert.deepEqual(await read(), { name: '', tiles: [] });
});

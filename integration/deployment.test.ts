// What a deployment switches off is off for everybody and at every door, and what it says of itself is told to every page.
import assert from 'node:assert/strict';
import { runInNewContext } from 'node:vm';
import { test } from 'node:test';
import { type Right, deploymentSettings, parseRights, switchRights } from '@outrider/contract';
import { Channel, httpCall } from './support/operator.ts';
import { HOST, startServer } from './support/server.ts';

const SWITCHES = [
  'disableTreeView',
  'disableLiveView',
  'disablePlayback',
  'disableRemotePlayback',
  'disableEvents',
  'disableAdvancedSettings',
  'disableMap',
] as const;

test('each of the seven switches clears its rights in the sign-in of a full administrator', async (t) => {
  for (const name of SWITCHES) {
    const server = await startServer(t, { [name]: true });
    const channel = await Channel.open(server.ports.command);
    const { F } = await channel.get('Q02', { U: server.admin.user, P: server.admin.hash });
    const held = parseRights(String(F));
    const cleared: readonly Right[] = switchRights[name];
    for (const right of cleared) assert.ok(!held.has(right), `${name} leaves ${right}`);
    assert.ok(held.has('P_dash'));
    channel.close();
  }
});

test('what is switched off is refused by the server, not only hidden: calls, commands and streams', async (t) => {
  const server = await startServer(t, { disableMap: true, disabledRights: ['P_live', 'P_tree', 'P_gppb'] });
  const channel = await Channel.signedIn(server);
  await channel.get('D01', { I: 'V1', C: 1 });
  assert.equal((await channel.ask('Q07', { I: 'V1' }))[0]?.['R'], '403');
  const input = { deviceid: 'V1', start: 1, end: 2 };
  assert.equal((await httpCall(server.ports.http, 'POST', '/api/gps', { account: server.admin, input })).status, 403);
  const socket = new WebSocket(
    `ws://${HOST}:${server.ports.stream}/ws.cgi?deviceid=V1&channel=1&user=admin&password=${server.admin.hash}`,
  );
  const ended = await new Promise<string>((resolve) => {
    socket.addEventListener('message', () => resolve('answered'));
    socket.addEventListener('error', () => resolve('refused'));
  });
  assert.equal(ended, 'refused');
});

test('the health variant takes its features away without a word of configuration but its number', async (t) => {
  const server = await startServer(t, { pageVariant: 1 });
  const channel = await Channel.open(server.ports.command);
  const { F } = await channel.get('Q02', { U: server.admin.user, P: server.admin.hash });
  const held = parseRights(String(F));
  assert.deepEqual(
    ['P_live', 'P_tree', 'P_lopb', 'P_repb', 'F_event', 'F_gps', 'F_talk'].filter((name) =>
      [...held].some((r) => r === name),
    ),
    ['P_live'],
  );
  const window: { gms?: unknown } = {};
  runInNewContext(await (await fetch(`http://${HOST}:${server.ports.http}/gms.js`)).text(), { window });
  const gms = deploymentSettings.parse(JSON.parse(JSON.stringify(window.gms)));
  assert.deepEqual([gms.variant, gms.disableMap, gms.logo], [1, true, '/logos/health.svg']);
  assert.ok(gms.disabledRights.includes('F_gps'));
});

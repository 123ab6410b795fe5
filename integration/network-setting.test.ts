// The address that recorders are told to send video to, set while the server runs: read out of the 0x9101 that a recorder gets.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { p9101LiveRequest } from '@outrider/jt1078';
import { afterwards } from './support/cleanup.ts';
import { Device } from './support/device.ts';
import { Channel, asJson, asList } from './support/operator.ts';
import { SAVED, restarted } from './support/restarted.ts';
import { HOST } from './support/server.ts';
import { until } from './support/until.ts';
import { Viewer } from './support/viewer.ts';

const ID = '13800000101';
const PATH = '/gkserver/network';

test('[A-NET-001 A-NET-002] http: the next 0x9101 names the address that was saved, also after a restart; the environment fixes it', async (t) => {
  const { start } = await restarted(t);
  let authCode = '';
  /** A server with the recorder on it. `named`: what a 0x9101 for a channel names. */
  const startWithRecorder = async (environment: Record<string, string> = {}) => {
    const server = await start(environment);
    const device = await Device.dial(server.ports.jt808, authCode === '' ? {} : { authCode });
    afterwards(t, () => device.close());
    const named: string[] = [];
    device.on(0x9101, ({ header, body }) => {
      named.push(p9101LiveRequest.decode(body, device.edition).address);
      device.reply(header, 0);
    });
    device.on(0x9102, ({ header }) => device.reply(header, 0));
    const operator = await Channel.signedIn(server);
    if (authCode === '') await operator.get('D01', { I: ID, C: 4 });
    await device.signOn();
    ({ authCode } = device);
    const { serverip } = asJson((await operator.get('Q01'))['Z']);
    operator.close();
    return {
      ...server,
      serverip,
      askedFor: async (C: number): Promise<string> => {
        const viewer = await Viewer.open(server.ports.stream, server.admin, ID, { channel: C });
        await until('the recorder is asked', () => named.length > 0);
        viewer.close();
        return named.splice(0).join();
      },
    };
  };

  let server = await startWithRecorder();
  assert.deepEqual(await server.load(PATH), { enable_server_ip: 0, server_ip: '', fixed: {} });
  assert.equal(await server.askedFor(1), HOST, 'where its link came in');
  const [refused, words] = await server.save(PATH, { enable_server_ip: 1, server_ip: '' });
  assert.deepEqual([refused, words], [400, 'server_ip: Type the address of the server.']);
  assert.equal((await server.save(PATH, { enable_server_ip: 1, server_ip: 'no address' }))[0], 400);
  assert.equal(await server.askedFor(2), HOST, 'what is refused has no effect');
  const chosen = { enable_server_ip: 1, server_ip: 'fleet.example.org' };
  assert.deepEqual(await server.save(PATH, chosen), SAVED);
  assert.equal(await server.askedFor(3), 'fleet.example.org');
  const { body } = await server.ask('GET', '/gkserver/connectrecorder');
  assert.deepEqual(asList(asJson(body)['addresses'])[0], { address: 'fleet.example.org', kind: 'configured' });
  await server.close();

  server = await startWithRecorder();
  assert.deepEqual(await server.load(PATH), { ...chosen, fixed: {} });
  assert.deepEqual([server.serverip, await server.askedFor(1)], ['fleet.example.org', 'fleet.example.org']);
  await server.close();

  server = await startWithRecorder({ OUTRIDER_MEDIA_ADDRESS: 'set.example.org' });
  const by = 'OUTRIDER_MEDIA_ADDRESS';
  assert.deepEqual(await server.load(PATH), {
    enable_server_ip: 1,
    server_ip: 'set.example.org',
    fixed: { enable_server_ip: by, server_ip: by },
  });
  assert.equal(await server.askedFor(1), 'set.example.org');
  assert.equal((await server.save(PATH, chosen))[0], 400);
  await server.close();

  server = await startWithRecorder();
  assert.deepEqual(await server.save(PATH, { ...chosen, enable_server_ip: 0 }), SAVED);
  assert.equal(await server.askedFor(1), HOST, 'switched off');
});

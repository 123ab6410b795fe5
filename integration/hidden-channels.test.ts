// Channels that are not installed, in what was recorded of them: no minutes, no days, no downloads, no custom events.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { putFootage } from '../e2e/support/recorded.ts';
import { askJson } from './support/downloads.ts';
import { asList, Channel, httpCall, type Json, type Reply } from './support/operator.ts';
import { startServer } from './support/server.ts';

const ID = 'TRK-1';
/** A whole second some days ago. */
const START_S = Math.floor(Date.now() / 1000) - 3 * 86_400;
const ask = { type: 'lobkask', deviceid: ID, ch: 1, spbtime: START_S + 10, format: 'mp4', duration: 60 };

test('chmask: a channel that is not installed is in no minute, no day, no download and no custom event, and comes back with its footage', async (t) => {
  const server = await startServer(t, { recordReserve: 0 });
  const { http } = server.ports;
  const operator = await Channel.signedIn(server);
  await operator.get('D01', { I: ID, C: 2 });
  const span = { startMs: START_S * 1000, endMs: (START_S + 120) * 1000 };
  await putFootage(server.app, server.data, { deviceId: ID, channels: [1, 2], ...span });
  const dayStart = START_S - (START_S % 86_400);
  const minutes = async (letters: Json = {}): Promise<boolean> =>
    String((await operator.get('Q06', { I: ID, B: dayStart, L: 1500, ...letters }))['Z']).includes('1');
  /** Joined: the length of it. */
  const days = async (): Promise<number> => String((await operator.get('Q08', { I: ID, O: 0 }))['Z']).length;
  const hide = (chmask: string) => operator.get('D04', { I: ID, Z: { chmask } });
  const askedFor = async (downloadplan: number): Promise<Reply> => {
    const asked = { deviceid: ID, start: START_S, end: START_S + 60, downloadplan, streamtype: 0, audioout: 0 };
    return httpCall(http, 'POST', '/gkevent/customevent', { account: server.admin, input: asked });
  };
  assert.deepEqual([await minutes(), await minutes({ C: 1 }), (await days()) > 0], [true, true, true]);
  await hide('10');
  assert.deepEqual([await minutes(), await minutes({ C: 1 }), await minutes({ C: 2 })], [true, false, true]);
  const refused = await askJson(http, ask, server.admin);
  assert.deepEqual([refused.status, refused['message']], [404, 'The device has no channel 1']);
  assert.equal((await askJson(http, { ...ask, ch: 2 }, server.admin)).status, 200);
  const unfetched = await askJson(http, { ...ask, type: 'repbmp4ask', main: 1, audio: 0 }, server.admin);
  assert.equal(unfetched.status, 404);
  assert.deepEqual([(await askedFor(1)).status, (await askedFor(3)).status], [404, 200]);
  const { body } = await httpCall(http, 'GET', '/gkevent/customevent', { account: server.admin });
  assert.deepEqual(
    asList(body).map((task) => task['downloadplan']),
    [2],
  );
  await hide('11');
  assert.deepEqual([await minutes(), await days()], [false, 0]);
  await hide('00');
  assert.deepEqual([await minutes({ C: 1 }), (await days()) > 0], [true, true]);
  assert.equal((await askJson(http, ask, server.admin)).status, 200);
  operator.close();
});

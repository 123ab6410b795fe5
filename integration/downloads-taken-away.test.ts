// Files of recordings and what was taken away since they were made: a channel, the right to see tracks.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toPasswordHash } from '../apps/server/src/kernel/access/credentials.ts';
import { putFootage } from '../e2e/support/recorded.ts';
import { afterwards } from './support/cleanup.ts';
import { askCgi, askUntilMade, download, probe } from './support/downloads.ts';
import { asJson, Channel } from './support/operator.ts';
import { startServer } from './support/server.ts';

const ID = 'TRK-1';
/** A whole second some days ago. */
const START_S = Math.floor(Date.now() / 1000) - 3 * 86_400;

test('a file that was made before a channel or the track was taken away is not handed out afterwards: it is as if it was not asked for', async (t) => {
  const server = await startServer(t, { recordReserve: 0 });
  const { http, stream } = server.ports;
  const operator = await Channel.signedIn(server);
  afterwards(t, () => operator.close());
  await operator.get('D01', { I: ID, C: 2 });
  const span = { startMs: START_S * 1000, endMs: (START_S + 120) * 1000 };
  await putFootage(server.app, server.data, { deviceId: ID, channels: [1, 2], ...span });
  const user = { user: 'ann', hash: toPasswordHash('Sesame-1') };
  const { id: userId } = await server.app.users.add({
    name: user.user,
    passwordHash: user.hash,
    level: 1,
    rights: new Set(['P_lopb', 'F_gps']),
    expiresMs: null,
    groupIds: [1],
  });
  const gms = { type: 'lobkask', deviceid: ID, ch: 0, spbtime: START_S + 10, format: 'gms', duration: 60 };
  const of = (type: 'ask' | 'get' | 'cancel') => ({ ...gms, type: `lobk${type}` });
  const status = async (query: object): Promise<number> => (await askCgi(stream, { ...gms, ...query }, user)).status;
  const videos = async (): Promise<number> => {
    const { file } = await download(t, stream, gms, user);
    return (await probe(file)).streams.filter((each) => each['codec_type'] === 'video').length;
  };
  assert.deepEqual([await videos(), await status(of('get'))], [2, 200]);
  await operator.get('D04', { I: ID, Z: { chmask: '01' } });
  assert.equal(await status(of('get')), 404, 'it holds a channel that is not shown any more');
  assert.deepEqual(asJson(await (await askCgi(stream, of('cancel'), user)).json())['cancelled'], 0);
  assert.deepEqual([await videos(), await status(of('get'))], [1, 200]);
  assert.equal(asJson(await (await askCgi(http, of('cancel'), user)).json())['cancelled'], 1);
  await operator.get('D04', { I: ID, Z: { chmask: '00' } });
  assert.equal(await status(of('get')), 200, 'the first one is there again with its channel');
  await server.app.users.change(userId, { rights: new Set(['P_lopb']) });
  assert.equal(await status(of('get')), 404, 'it was made for who sees tracks');
  assert.equal((await askUntilMade(stream, gms, user)).at(-1)?.['already'], 1);
  assert.equal(await status(of('get')), 200);
});

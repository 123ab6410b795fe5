// What holds for every setting there is, whatever it sets: the answers of loading and saving, whose name and hash count, and who is told by
// whom it was saved. What each of them does has a test of its own.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { certificateSetting, settings } from '@outrider/contract';
import { selfSignedCertificate } from '../apps/server/src/adapters/certificate/certificate.ts';
import { systemClock } from '../apps/server/src/adapters/system-clock/system-clock.ts';
import { Channel, asJson } from './support/operator.ts';
import { HOST, cheapKeeper, startServer, temporaryFolder } from './support/server.ts';

test('[A-SETTINGS-007 A-SETTINGS-008] http: each setting loads and saves by name and hash in body or query and by session, by nobody else', async (t) => {
  const server = await startServer(t, {}, { keeper: cheapKeeper });
  const operator = await Channel.open(server.ports.command);
  const { K: token } = await operator.get('Q02', { U: server.admin.user, P: server.admin.hash });
  operator.close();
  const own = { username: server.admin.user, password: server.admin.hash };
  const ask = async (method: string, path: string, { body = {}, query = {}, headers = {} } = {}) => {
    const address = new URL(`http://${HOST}:${server.ports.http}${path}`);
    for (const [name, value] of Object.entries(query)) address.searchParams.set(name, String(value));
    const sent = method === 'GET' ? {} : { body: JSON.stringify(body) };
    const answer = await fetch(address, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      ...sent,
    });
    return { status: answer.status, said: asJson(await answer.json()) };
  };
  const session = { headers: { authorization: `Bearer ${String(token)}` } };
  const { cert, key } = await selfSignedCertificate(await temporaryFolder(t), ['fleet.example.org'], systemClock);
  for (const { load, save } of settings) {
    // The example of a certificate is none.
    const body = save === certificateSetting.save ? { certificate: cert, privateKey: key } : save.example.input;
    const ways = [{ query: own }, session, ...(load.method === 'GET' ? [] : [{ body: own }])];
    for (const way of ways) {
      const { status, said } = await ask(load.method, load.path, way);
      assert.equal(status, 200, `${load.method} ${load.path}`);
      assert.ok('updatetime' in said && 'fixed' in said, load.path);
    }
    assert.equal((await ask(load.method, load.path)).status, load.right === 'public' ? 200 : 401, load.path);
    assert.equal((await ask('PUT', save.path, { body })).status, 401, save.path);
    for (const way of [{ body: { ...body, ...own } }, { body, query: own }, { body, ...session }]) {
      const { status, said } = await ask('PUT', save.path, way);
      assert.deepEqual([status, said['hasError'], said['message']], [200, 0, 'Save Success'], save.path);
    }
    assert.equal((await ask(load.method, load.path, session)).said['updateby'], 'admin', load.path);
  }
});

test('who may load a setting without being of level 0 is not told who saved it', async (t) => {
  const server = await startServer(t, {}, { keeper: cheapKeeper });
  const { hash } = server.admin;
  await server.app.users.add({
    name: 'eve',
    passwordHash: hash,
    level: 3,
    rights: null,
    expiresMs: null,
    groupIds: [],
  });
  for (const { load, save } of settings.filter(({ load: { right } }) => right !== 'admin')) {
    const headers = (user: string) => ({ authorization: `Basic ${Buffer.from(`${user}:${hash}`).toString('base64')}` });
    const address = `http://${HOST}:${server.ports.http}${load.path}`;
    const saved = await fetch(`http://${HOST}:${server.ports.http}${save.path}`, {
      method: 'PUT',
      headers: { ...headers('admin'), 'content-type': 'application/json' },
      body: JSON.stringify(save.example.input),
    });
    assert.equal(saved.status, 200);
    const told = asJson(await (await fetch(address, { method: load.method, headers: headers('eve') })).json());
    assert.equal(told['updateby'], '', load.path);
  }
});

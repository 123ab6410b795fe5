import assert from 'node:assert/strict';
import { test } from 'node:test';
import { p03ListChanged, q05Device, q07GpsInfo, q11ExtraInfoList } from '@outrider/contract';
import { anonymousCaller } from '../access/authorise.ts';
import { type ChannelSession, answer, pushText } from './channel.ts';
import { EncodedJson, handle } from '../web/http.ts';
import { getServer, putPassword } from '@outrider/contract';

const session: ChannelSession = {
  caller: anonymousCaller('192.0.2.1'),
  address: '192.0.2.1',
  push: () => true,
  onClose: () => undefined,
  state: new Map(),
  signIn: () => undefined,
};
const collect = async (answers: AsyncGenerator<object>): Promise<object[]> => {
  const all: object[] = [];
  for await (const each of answers) all.push(each);
  return all;
};

test('a batched command yields one encoded answer per batch', async () => {
  const handler = answer(q11ExtraInfoList, () => [{ Z: [] }, { Z: 'fin' as const }]);
  assert.deepEqual(await collect(handler.run(session, {})), [{ Z: [] }, { Z: 'fin' }]);
});

test('letters are checked by the schema and the reply is encoded by its own', async () => {
  const handler = answer(q07GpsInfo, (_session, { I }) => ({ I, Z: null }));
  assert.deepEqual(await collect(handler.run(session, { I: '7', M: 'Q07' })), [{ I: '7', Z: null }]);
  await assert.rejects(collect(handler.run(session, { I: '*' })), { code: 'invalid', message: /^I: A device id is/ });
});

test('JSON made elsewhere passes as it is', async () => {
  const made = new EncodedJson('{"I":"7"}');
  assert.equal((await collect(answer(q05Device, () => made).run(session, { I: '7' })))[0], made);
});

test('a push is its code and its letters', () => {
  assert.equal(pushText(p03ListChanged, { T: 'l2' }), '{"M":"P03","T":"l2"}');
});

test('a call handler names the field that does not fit and never its value', async () => {
  const context = { token: null, setSessionCookie: () => undefined };
  const handler = handle(putPassword, () => ({ hasError: 0 as const, message: '' }));
  await assert.rejects(
    handler.run(session.caller, { newpass: 'sesame', username: 'a', password: 'b' }, context),
    (error: Error) => error.message.startsWith('newpass: ') && !error.message.includes('sesame'),
  );
  assert.deepEqual(await handle(getServer, () => ({ server: 'local' })).run(session.caller, {}, context), {
    server: 'local',
  });
});

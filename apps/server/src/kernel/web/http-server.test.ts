import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { type TestContext, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import {
  MAX_BODY_BYTES,
  deleteSession,
  getConnectRecorder,
  getServer,
  postGps,
  postSession,
  mapSetting,
  putPassword,
} from '@outrider/contract';
import type { AuditEntry } from '../access/audit.ts';
import { AppError } from '../errors.ts';
import { type CallHandler, EncodedJson, handle } from './http.ts';
import { type HttpKit, createHttpServer } from './http-server.ts';
import { listenOn } from './listen.ts';
import { createTestLog } from '../log.ts';
import { createTestAccess, testCaller } from '../access/test-access.ts';

const HASH = 'AB'.repeat(32);
const done = { hasError: 0 as const, message: '' };

const start = async (t: TestContext, calls: CallHandler[], options: Partial<HttpKit['options']> = {}) => {
  const log = createTestLog();
  const heard: AuditEntry[] = [];
  const access = createTestAccess({ boss: testCaller(), guest: testCaller({ userId: 2, level: 3 }) });
  const http = await createHttpServer({
    access,
    log,
    audit: { add: (entry) => void heard.push(entry) },
    tls: null,
    options: {
      queryCredentials: true,
      allowedOrigins: [],
      trustedProxies: [],
      connectOrigins: () => [],
      frameOrigins: () => [],
      tileOrigins: () => [],
      anyServer: false,
      strictTransport: false,
      ...options,
    },
  });
  http.addCalls(calls);
  await http.app.ready();
  const port = await listenOn(http.server, '127.0.0.1', 0, 'httpPort');
  t.after(() => http.close());
  const send = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, init);
    const text = await response.text();
    return { response, status: response.status, text, body: text.startsWith('{') ? JSON.parse(text) : text };
  };
  return { send, port, heard, lines: log.lines };
};

test('a public call needs no credentials, any other answers 401 in words without them', async (t) => {
  const { send } = await start(t, [handle(getServer, () => ({ server: 'local' })), handle(postSession, () => done)]);
  assert.deepEqual((await send('/api/server')).body, { server: 'local' });
  const refused = await send('/gkserver/session', { method: 'POST' });
  assert.equal(refused.status, 401);
  assert.deepEqual(refused.body, { hasError: 1, message: 'Sign in first.', code: 'unauthenticated' });
});

test('F-AUTH-001 a call accepts name and hash in the body or query and the token, and a wrong name is refused', async (t) => {
  const { send } = await start(t, [handle(postSession, (caller) => ({ ...done, message: caller.userName }))]);
  const post = (path: string, body: object, headers = {}) =>
    send(path, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...headers },
    });
  const withBody = await post('/gkserver/session', { username: 'boss', password: HASH });
  const withToken = await post('/gkserver/session', {}, { authorization: 'Bearer boss' });
  const withQuery = await post(`/gkserver/session?username=boss&password=${HASH}`, {});
  const wrong = await post('/gkserver/session', { username: 'nobody', password: HASH });
  assert.deepEqual([withBody.status, withToken.status, withQuery.status, wrong.status], [200, 200, 200, 401]);
});

test('a level or right below what the call asks is forbidden', async (t) => {
  const { send } = await start(t, [
    handle(getConnectRecorder, () => {
      throw new Error('must not run');
    }),
    handle(postGps, () => []),
  ]);
  const guest = { authorization: 'Bearer guest' };
  assert.equal((await send('/gkserver/connectrecorder', { headers: guest })).status, 403);
  assert.equal((await send('/api/gps', { method: 'POST', headers: guest })).status, 403);
});

test('a change that only the cookie authorises must come from a page of this server', async (t) => {
  const { send, port } = await start(t, [handle(deleteSession, () => done)]);
  const remove = async (origin?: string) =>
    (
      await send('/gkserver/session', {
        method: 'DELETE',
        headers: { cookie: 'outrider_session=boss', ...(origin === undefined ? {} : { origin }) },
      })
    ).status;
  assert.equal(await remove(`http://127.0.0.1:${port}`), 200);
  assert.equal(await remove('http://evil.test'), 403);
  assert.equal(await remove(), 403);
});

test('behind a trusted proxy the page is of the host it tells; of anybody else that header counts for nothing', async (t) => {
  const remove = async (trustedProxies: string[], forwarded: string): Promise<number> => {
    const { port } = await start(t, [handle(deleteSession, () => done)], { trustedProxies });
    const forward = { 'x-forwarded-host': forwarded, 'x-forwarded-proto': 'https' };
    const cookie = '__Host-outrider_session=boss; outrider_session=boss';
    const headers = { cookie, origin: 'https://fleet.test', ...forward };
    const response = await fetch(`http://127.0.0.1:${port}/gkserver/session`, { method: 'DELETE', headers });
    return response.status;
  };
  assert.equal(await remove(['127.0.0.1'], 'fleet.test'), 200);
  assert.equal(await remove(['127.0.0.1'], 'other.test'), 403);
  assert.equal(await remove([], 'fleet.test'), 403);
});

test('the session cookie is HttpOnly and SameSite=Strict and is cleared on demand', async (t) => {
  const { send } = await start(t, [
    handle(postSession, (_caller, _input, context) => {
      context.setSessionCookie(context.token, Date.parse('2030-01-01T00:00:00Z'));
      return done;
    }),
    handle(deleteSession, (_caller, _input, context) => {
      context.setSessionCookie(null);
      return done;
    }),
  ]);
  const headers = { authorization: 'Bearer boss' };
  const set = (await send('/gkserver/session', { method: 'POST', headers })).response.headers.get('set-cookie') ?? '';
  assert.match(
    set,
    /^outrider_session=boss; Path=\/; Expires=Tue, 01 Jan 2030 00:00:00 GMT; HttpOnly; SameSite=Strict$/,
  );
  const gone = await send('/gkserver/session', { method: 'DELETE', headers });
  assert.match(gone.response.headers.get('set-cookie') ?? '', /^outrider_session=; .*Expires=Thu, 01 Jan 1970/);
  const cookieAfter = async (cookie: string) => {
    const ended = await send('/gkserver/session', { method: 'DELETE', headers: { ...headers, cookie } });
    return ended.response.headers.get('set-cookie');
  };
  assert.match((await cookieAfter('outrider_session=boss')) ?? '', /^outrider_session=;/);
  assert.equal(await cookieAfter('outrider_session=somebody-else'), null, 'the sign-in of another tab stays');
});

test('a browser that uses https and http has a session cookie for each: neither writes over the other', async (t) => {
  const { send } = await start(
    t,
    [
      handle(postSession, (_caller, _input, context) => {
        context.setSessionCookie(context.token);
        return done;
      }),
    ],
    { trustedProxies: ['127.0.0.1'] },
  );
  const set = async (scheme: string) => {
    const headers = { authorization: 'Bearer boss', 'x-forwarded-proto': scheme };
    return (await send('/gkserver/session', { method: 'POST', headers })).response.headers.get('set-cookie');
  };
  assert.equal(await set('http'), 'outrider_session=boss; Path=/; HttpOnly; SameSite=Strict');
  assert.equal(await set('https'), '__Host-outrider_session=boss; Path=/; HttpOnly; Secure; SameSite=Strict');
});

test('input that does not fit, JSON that is none, a too large body and another type are told in words', async (t) => {
  const { send } = await start(t, [handle(putPassword, () => done)]);
  const put = (body: string, type = 'application/json') =>
    send('/gkserver/passwd', { method: 'PUT', body, headers: { authorization: 'Bearer boss', 'content-type': type } });
  const bad = await put(JSON.stringify({ newpass: 'x', username: 'a', password: HASH }));
  assert.equal(bad.status, 400);
  assert.match(bad.body.message, /^newpass: The password hash has 64/);
  assert.equal((await put('{')).status, 400);
  assert.equal((await put(JSON.stringify({ newpass: 'x'.repeat(2_000_000) }))).status, 413);
  assert.equal((await put('<a/>', 'text/xml')).status, 415);
  assert.equal((await put('{"__proto__":{"x":1}}')).status, 400);
});

test('a bug answers internal without its text and is logged with stack, request id and no query string', async (t) => {
  const { send, lines } = await start(t, [
    handle(getServer, () => {
      throw new Error('secret inside');
    }),
  ]);
  const broken = await send(`/api/server?username=boss&password=${HASH}`);
  assert.equal(broken.status, 500);
  assert.ok(!broken.text.includes('secret inside'));
  const logged = lines.find((line) => line.level === 'error');
  assert.equal(logged?.facts['path'], '/api/server');
  assert.equal(logged?.facts['requestId'], broken.response.headers.get('x-request-id'));
  assert.ok(!JSON.stringify(lines).includes(HASH));
});

test('an expected failure keeps its message and status; security headers stand on every reply', async (t) => {
  const { send } = await start(t, [
    handle(getServer, () => {
      throw new AppError('conflict', 'Taken.');
    }),
  ]);
  const { response, status, body } = await send('/api/server');
  assert.equal(status, 409);
  assert.equal(body.message, 'Taken.');
  assert.match(response.headers.get('content-security-policy') ?? '', /default-src 'self'.*worker-src 'self' blob:/);
  assert.equal(response.headers.get('x-content-type-options'), 'nosniff');
  assert.equal(response.headers.get('cross-origin-opener-policy'), null, 'browsers take it on https only');
  assert.match(response.headers.get('permissions-policy') ?? '', /microphone=\(self\).*camera=\(\)/);
  assert.equal(response.headers.get('strict-transport-security'), null, 'only with a certificate that browsers know');
  const { hostname } = new URL(response.url);
  const policy = response.headers.get('content-security-policy') ?? '';
  assert.ok(policy.includes(`connect-src 'self' ws://${hostname}:* wss://${hostname}:*;`), policy);
});

test('an address that cannot be decoded is answered with 400 and words, whatever it would have led to', async (t) => {
  const { send, lines } = await start(t, [handle(getServer, () => ({ server: 'local' as const }))]);
  for (const path of ['/%', '/%zz', '/gkserver/%', '/a/%E0%A4%A', '/api/server/%'])
    for (const method of ['GET', 'POST']) {
      // oxlint-disable-next-line no-await-in-loop
      const { status, body, response } = await send(path, { method });
      assert.deepEqual([status, body.code, body.hasError], [400, 'invalid', 1], `${method} ${path}`);
      assert.equal(body.message, 'The address cannot be read.');
      assert.equal(response.headers.get('x-content-type-options'), 'nosniff');
    }
  assert.deepEqual(
    lines.filter(({ level }) => level === 'error'),
    [],
  );
});

test('JSON made elsewhere is sent as it is', async (t) => {
  const { send } = await start(t, [handle(getServer, () => new EncodedJson(Buffer.from('{"server":"made"}')))]);
  const { body, response } = await send('/api/server');
  assert.deepEqual(body, { server: 'made' });
  assert.equal(response.headers.get('cache-control'), 'no-store');
});

test('what was packed elsewhere is sent as it is to who takes gzip, and packed for nobody else', async (t) => {
  const json = JSON.stringify({ server: 'made'.repeat(2000) });
  const packedHere: boolean[] = [];
  const made = handle(getServer, (_caller, _input, { takesGzip = false }) => {
    packedHere.push(takesGzip);
    return takesGzip ? new EncodedJson(gzipSync(json), 'gzip') : new EncodedJson(json);
  });
  const { send } = await start(t, [made]);
  const codingFor = async (accepted: string): Promise<string | null> => {
    const { body, response } = await send('/api/server', { headers: { 'accept-encoding': accepted } });
    assert.deepEqual(body, JSON.parse(json), accepted);
    if (response.headers.has('content-encoding'))
      assert.equal(response.headers.get('vary'), 'accept-encoding', accepted);
    return response.headers.get('content-encoding');
  };
  for (const accepted of ['gzip', 'br, GZIP;q=0.5, *;q=0']) assert.equal(await codingFor(accepted), 'gzip', accepted);
  for (const accepted of ['identity', 'br', 'gzip;q=0', 'deflate, gzip; q=0.0'])
    assert.equal(await codingFor(accepted), null, accepted);
  assert.deepEqual(packedHere, [true, true, false, false, false, false]);
});

test('a body too deep or with too much in it is refused before it is built, one that is large only of nobody', async (t) => {
  const large = handle({ ...postSession, body: { maxBytes: 4_000_000, tooLarge: 'Only four.' } }, () => done);
  const { send } = await start(t, [large, handle(putPassword, () => done)]);
  const ask = (method: string, path: string, body: string | ReadableStream, headers = {}) =>
    send(path, {
      method,
      body,
      headers: { 'content-type': 'application/json', ...headers },
      ...(typeof body !== 'string' && { duplex: 'half' }),
    });
  const put = async (body: string) => (await ask('PUT', '/gkserver/passwd', body)).body.message;
  assert.match(await put('['.repeat(200_000)), /32 levels/);
  assert.match(await put(`[${'1,'.repeat(200_000)}1]`), /100000 values/);
  assert.match(await put(`{${Array.from({ length: 20_001 }, (_, i) => `"${i}":1`).join(',')}}`), /20000 keys/);
  const body = JSON.stringify({ username: 'boss', password: HASH, many: 'x'.repeat(2_000_000) });
  const post = async (said: string | ReadableStream, headers = {}) =>
    (await ask('POST', '/gkserver/session', said, headers)).status;
  assert.equal(await post(JSON.stringify({ username: 'boss', password: HASH })), 200);
  assert.equal(await post(body), 401, 'who it is stands in what is not read');
  assert.equal(await post(new Blob([body]).stream()), 401, 'and so for a length that is not given');
  assert.equal(await post(body, { authorization: 'Bearer boss' }), 200);
});

test('what changes something is told to the access log once, with what its owner notes, also when it fails or is forbidden', async (t) => {
  const { send, heard } = await start(t, [
    handle(mapSetting.save, (_caller, { mode }, { note }) => {
      if (mode === 'offline') throw new AppError('conflict', 'Not now.');
      note?.({ before: { mode: 'offline' } });
      return { ...done, updatetime: 0 };
    }),
    handle(postSession, () => done),
  ]);
  const headers = (token: string) => ({ 'content-type': 'application/json', authorization: `Bearer ${token}` });
  const put = (token: string, mode: string) =>
    send('/gkserver/mapsources', {
      method: 'PUT',
      headers: headers(token),
      body: JSON.stringify({ ...mapSetting.save.example.input, mode, username: 'boss', password: HASH }),
    });
  for (const [token, mode] of [
    ['boss', 'online'],
    ['boss', 'offline'],
    ['guest', 'online'],
    ['nobody', 'online'],
  ] as const)
    await put(token, mode);
  await send('/gkserver/session', { method: 'POST', headers: headers('boss'), body: '{}' });
  assert.deepEqual(
    heard.map(({ userName, method, result, address }) => [userName, method, result, address]),
    [
      ['admin', 'PUT', 'done', '127.0.0.1'],
      ['admin', 'PUT', 'conflict', '127.0.0.1'],
      ['admin', 'PUT', 'forbidden', '127.0.0.1'],
    ],
  );
  const data = { url: '/gkserver/mapsources', body: mapSetting.save.example.input };
  assert.deepEqual(heard[0]?.data, { ...data, before: { mode: 'offline' } }, 'no field but those of the schema');
});

test('a call says how large its body may be; what is larger is refused before it is sent', async (t) => {
  const large = handle(
    { ...postSession, body: { maxBytes: 2 * MAX_BODY_BYTES, tooLarge: 'At most two.' } },
    () => done,
  );
  const { port } = await start(t, [large, handle(putPassword, () => done)]);
  /** Announces a body and sends nothing of it. */
  const announce = async (method: string, path: string, bytes: number): Promise<string> => {
    const socket = connect(port, '127.0.0.1');
    t.after(() => socket.destroy());
    socket.write(
      `${method} ${path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer boss\r\ncontent-type: application/json\r\ncontent-length: ${bytes}\r\n\r\n`,
    );
    let heard = '';
    for await (const data of socket) {
      heard += String(data);
      if (heard.includes('}')) break;
    }
    return heard;
  };
  assert.match(
    await announce('PUT', '/gkserver/passwd', MAX_BODY_BYTES + 1),
    /^HTTP\/1.1 413 [^]*The body is too large/,
  );
  assert.match(await announce('POST', '/gkserver/session', 2 * MAX_BODY_BYTES + 1), /^HTTP\/1.1 413 [^]*At most two\./);
});

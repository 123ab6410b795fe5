import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findCredentials, isOwnOrigin, toPasswordHash } from './credentials.ts';

const HASH = 'AB'.repeat(32);

test('credentials are taken from header before body before query before cookie', () => {
  const all = {
    authorization: 'Bearer t-header',
    body: { username: 'body', password: HASH },
    query: new URLSearchParams({ user: 'query', password: HASH }),
    cookie: 'other=1; outrider_session=t-cookie',
    secure: false,
  };
  assert.deepEqual(findCredentials(all, true), { credentials: { token: 't-header' }, source: 'header' });
  const body = findCredentials({ ...all, authorization: undefined }, true);
  assert.deepEqual(body, { credentials: { userName: 'body', passwordHash: HASH }, source: 'body' });
  const query = findCredentials({ query: all.query, cookie: all.cookie, secure: false }, true);
  assert.equal(query.source, 'query');
  assert.deepEqual(findCredentials({ cookie: all.cookie, secure: false }, true), {
    credentials: { token: 't-cookie' },
    source: 'cookie',
  });
  assert.deepEqual(findCredentials({ secure: false }, true), { credentials: null, source: 'none' });
});

test('a cookie counts by the scheme that it was set by', () => {
  const cookie =
    'outrider_session=by-http; __Host-outrider_session=by-https; outrider_browser=b; __Host-outrider_browser=B';
  const both = [false, true].map((secure) => findCredentials({ cookie, secure }, true).credentials);
  assert.deepEqual(both, [
    { token: 'by-http', browser: 'b' },
    { token: 'by-https', browser: 'B' },
  ]);
  assert.equal(findCredentials({ cookie: 'outrider_session=by-http', secure: true }, true).source, 'none');
  assert.equal(findCredentials({ cookie: '__Host-outrider_session=by-https', secure: false }, true).source, 'none');
});

test('query credentials are not looked at when the operator switched them off', () => {
  const query = new URLSearchParams({ u: 'a', p: HASH });
  assert.equal(findCredentials({ query, secure: false }, true).source, 'query');
  assert.equal(findCredentials({ query, secure: false }, false).source, 'none');
});

test('half a pair is no pair; a password that is not 64 hex digits is hashed; basic works', () => {
  assert.equal(findCredentials({ body: { username: 'a' }, secure: false }, true).source, 'none');
  // SHA-256 of "abc", FIPS 180-4 example.
  assert.equal(toPasswordHash('abc'), 'BA7816BF8F01CFEA414140DE5DAE2223B00361A396177A9CB410FF61F20015AD');
  assert.equal(toPasswordHash(HASH.toLowerCase()), HASH);
  const basic = findCredentials(
    { authorization: `Basic ${Buffer.from('a:x:y').toString('base64')}`, secure: false },
    true,
  );
  assert.deepEqual(basic.credentials, { userName: 'a', passwordHash: toPasswordHash('x:y') });
});

test('a name over 64 or a password over 200 characters is nobody, wherever it is said', () => {
  const sources = (username: string, password: string) => [
    { body: { username, password } },
    { query: new URLSearchParams({ username, password }) },
    { query: new URLSearchParams({ u: username, p: password }) },
    { authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}` },
  ];
  const found = (username: string, password: string) =>
    sources(username, password).map((source) => findCredentials({ ...source, secure: false }, true).source);
  assert.deepEqual(found('n'.repeat(64), 'p'.repeat(200)), ['body', 'query', 'query', 'header']);
  assert.deepEqual(found('n'.repeat(65), HASH), ['none', 'none', 'none', 'none']);
  assert.deepEqual(found('n', 'p'.repeat(201)), ['none', 'none', 'none', 'none']);
});

test('only an Origin that names the asked host, or a configured one, is our own', () => {
  assert.equal(isOwnOrigin('http://a.test:8088', 'a.test:8088', []), true);
  assert.equal(isOwnOrigin('http://evil.test', 'a.test:8088', []), false);
  assert.equal(isOwnOrigin(undefined, 'a.test:8088', []), false);
  assert.equal(isOwnOrigin('null', 'a.test:8088', []), false);
  assert.equal(isOwnOrigin('https://console.test', 'a.test', ['https://console.test']), true);
  assert.equal(isOwnOrigin('http://a.test:8088', 'a.test:8900', [], [8088]), true);
  assert.equal(isOwnOrigin('http://a.test:9999', 'a.test:8900', [], [8088]), false);
  assert.equal(isOwnOrigin('http://b.test:8088', 'a.test:8900', [], [8088]), false);
});

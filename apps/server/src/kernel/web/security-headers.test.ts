import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type HeaderOptions, securityHeaders } from './security-headers.ts';

const plain: HeaderOptions = {
  tileOrigins: [],
  connectOrigins: [],
  frameOrigins: [],
  allowedOrigins: [],
  host: 'fleet.test:8088',
  anyServer: false,
  secure: false,
  strictTransport: false,
};
const connect = (changes: Partial<HeaderOptions>): string =>
  /connect-src ([^;]*)/.exec(securityHeaders({ ...plain, ...changes })['content-security-policy'] ?? '')?.[1] ?? '';

test('pages may open sockets of the host they came from, at any of its ports, and of no other', () => {
  assert.equal(connect({}), "'self' ws://fleet.test:* wss://fleet.test:*");
  assert.equal(connect({ host: '192.0.2.7' }), "'self' ws://192.0.2.7:* wss://192.0.2.7:*");
  assert.equal(
    connect({ tileOrigins: ['https://tiles.test'] }),
    "'self' ws://fleet.test:* wss://fleet.test:* https://tiles.test",
  );
  assert.equal(connect({ anyServer: true }), "'self' ws: wss:", 'a global deployment signs in to other servers');
});

test('what pages may ask of others is in what they may fetch, and in nothing else', () => {
  const connectOrigins = ['https://*.sms.test', 'http://127.0.0.1:9'];
  assert.equal(
    connect({ connectOrigins }),
    "'self' ws://fleet.test:* wss://fleet.test:* https://*.sms.test http://127.0.0.1:9",
  );
  const policy = securityHeaders({ ...plain, connectOrigins })['content-security-policy'] ?? '';
  assert.equal(policy.split('sms.test').length, 2);
});

test('the hosts of allowed origins are added to what sockets may reach, each once', () => {
  const allowedOrigins = ['https://console.test', 'http://console.test:8088', 'http://fleet.test', 'http://[::1]:8088'];
  assert.equal(
    connect({ allowedOrigins }),
    "'self' ws://fleet.test:* wss://fleet.test:* ws://console.test:* wss://console.test:*",
  );
});

test('what is no plain host name gets into no header', () => {
  for (const host of [undefined, '', '[2001:db8::1]:8088', 'x; script-src *', 'a b', 'x'.repeat(300), 'h:123456'])
    assert.equal(connect({ host }), "'self' ws: wss:", String(host));
});

test('an origin that would end its part of a header, and begin a rule of its own, gets into none; its neighbours do', () => {
  const good = ['https://a.test', 'http://b_c.test:81', 'https://*.d.test', 'http://[2001:db8::1]:8088'];
  const bad = ['https://x;sandbox', "https://x'", 'https://x,y', 'https://x y', 'https://x"', 'https://*', 'null', ''];
  for (const name of ['tileOrigins', 'connectOrigins', 'frameOrigins'] as const)
    assert.deepEqual(
      securityHeaders({ ...plain, [name]: [...bad, ...good] }),
      securityHeaders({ ...plain, [name]: good }),
      name,
    );
  const policy = securityHeaders({ ...plain, frameOrigins: good })['content-security-policy'] ?? '';
  assert.ok(policy.includes(`frame-src 'self' ${good.join(' ')};`), policy);
});

test('browsers are told to come by https only where the certificate is one they know', () => {
  assert.equal(securityHeaders(plain)['strict-transport-security'], undefined);
  assert.match(
    securityHeaders({ ...plain, strictTransport: true })['strict-transport-security'] ?? '',
    /^max-age=31536000$/,
  );
});

test('on https a page that opened ours, or that ours opened, gets no hold of it', () => {
  assert.equal(securityHeaders(plain)['cross-origin-opener-policy'], undefined);
  assert.equal(securityHeaders({ ...plain, secure: true })['cross-origin-opener-policy'], 'same-origin');
});

test('of devices of the browser pages get the microphone, fullscreen, sound and writing to the clipboard, and nothing else', () => {
  const granted = (securityHeaders(plain)['permissions-policy'] ?? '')
    .split(', ')
    .filter((each) => !each.endsWith('=()'));
  assert.deepEqual(granted, ['microphone=(self)', 'fullscreen=(self)', 'autoplay=(self)', 'clipboard-write=(self)']);
});

test('an external page gets camera and microphone, and what may hand them on', () => {
  const policy = securityHeaders({ ...plain, frameOrigins: ['https://weather.test'] })['permissions-policy'] ?? '';
  assert.match(policy, /(^|, )camera=\(self "https:\/\/weather\.test"\)/);
  assert.match(policy, /(^|, )microphone=\(self "https:\/\/weather\.test"\)/);
  assert.match(policy, /(^|, )geolocation=\(\)/);
});

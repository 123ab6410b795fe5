// Where the console goes with its ports.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { originAfter } from './origin-after.ts';

const page = (protocol: string, port = '8088') => ({ protocol, hostname: 'a.test', port });

test('a page goes to the port of its kind; to https where nothing else is served', () => {
  const both = { http: 8000, https: 8443, sslonly: false };
  assert.equal(originAfter(page('http:'), both), 'http://a.test:8000');
  assert.equal(originAfter(page('https:'), both), 'https://a.test:8443');
  assert.equal(originAfter(page('http:'), { ...both, sslonly: true }), 'https://a.test:8443');
  assert.equal(originAfter(page('https:'), { ...both, https: 0 }), 'https://a.test:8000');
});

test('behind a proxy, and for any free port, nobody can say', () => {
  assert.equal(originAfter(page('https:', ''), { http: 8000, https: 0, sslonly: false }), undefined);
  assert.equal(originAfter(page('http:'), { http: 0, https: 0, sslonly: false }), undefined);
});

import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { test } from 'node:test';
import { fastify } from 'fastify';
import { testCaller } from '../../kernel/test-access.ts';
import { healthFeature, prometheusText } from './index.ts';
import { findTrouble } from './trouble.ts';

test('counters end in _total, the rest are gauges, and what is no number is left out', () => {
  assert.equal(
    prometheusText({ a_total: 2, b: 1.5, c: Number.NaN }),
    '# TYPE outrider_a_total counter\noutrider_a_total 2\n# TYPE outrider_b gauge\noutrider_b 1.5\n',
  );
});

test('a database that does not answer and a folder that is gone are trouble in words', async () => {
  assert.equal(await findTrouble(tmpdir(), () => Promise.resolve()), null);
  assert.equal(await findTrouble(tmpdir(), () => Promise.reject(new Error('disk I/O error'))), 'disk I/O error');
  assert.match((await findTrouble('/nonexistent', () => Promise.resolve())) ?? '', /ENOENT/);
});

test('however many ask whether the server is ready, it looks once at a time', async (t) => {
  const app = fastify();
  let looks = 0;
  const looked = Promise.withResolvers<null>();
  const close = healthFeature({
    app,
    trouble: () => {
      looks += 1;
      return looked.promise;
    },
    warning: () => null,
    metrics: () => ({}),
    authenticate: () => Promise.resolve(testCaller()),
    publicMetrics: false,
  });
  t.after(async () => {
    close();
    await app.close();
  });
  const asked = Promise.all(Array.from({ length: 20 }, () => app.inject('/ready')));
  await app.inject('/health');
  looked.resolve(null);
  assert.ok((await asked).every(({ statusCode }) => statusCode === 200));
  assert.equal(looks, 1);
  assert.equal((await app.inject('/ready')).statusCode, 200);
  assert.equal(looks, 2);
});

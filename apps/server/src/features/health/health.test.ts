import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { test } from 'node:test';
import { prometheusText } from './index.ts';
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

import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { type TestContext, test } from 'node:test';
import { fastify } from 'fastify';
import { createTestLog } from '../../kernel/log.ts';
import { createManualClock } from '../../kernel/manual-clock.ts';
import { testCaller } from '../../kernel/access/test-access.ts';
import { type HealthKit, healthFeature, prometheusText } from './index.ts';
import { type Trouble, findTrouble } from './trouble.ts';

test('counters end in _total, the rest are gauges, and what is no number is left out', () => {
  assert.equal(
    prometheusText({ a_total: 2, b: 1.5, c: Number.NaN }),
    '# TYPE outrider_a_total counter\noutrider_a_total 2\n# TYPE outrider_b gauge\noutrider_b 1.5\n',
  );
});

test('a database that does not answer and a folder that is gone are trouble in words', async () => {
  assert.equal(await findTrouble(tmpdir(), () => Promise.resolve()), null);
  const broken = await findTrouble(tmpdir(), () => Promise.reject(new Error('disk I/O error')));
  assert.equal(broken?.text, 'disk I/O error');
  const gone = await findTrouble('/nonexistent', () => Promise.resolve());
  assert.match(gone?.text ?? '', /ENOENT.*nonexistent/);
  assert.deepEqual([broken.told, gone?.told], Array(2).fill('The database or its disk does not work.'));
});

const start = (t: TestContext, kit: Pick<HealthKit, 'trouble'> & Partial<HealthKit>) => {
  const app = fastify();
  const clock = createManualClock();
  const log = createTestLog();
  const health = healthFeature({
    app,
    clock,
    log,
    warning: () => null,
    metrics: () => ({}),
    authenticate: () => Promise.resolve(testCaller()),
    publicMetrics: false,
    ...kit,
  });
  t.after(async () => {
    health.close();
    await app.close();
    assert.equal(clock.pending(), 0);
  });
  return { app, clock, log, health };
};

test('strangers are told that something is wrong, the log why', async (t) => {
  let found: Trouble | null = { told: 'Something is wrong.', text: 'EIO: /srv/secret' };
  const { app, log } = start(t, {
    trouble: () => Promise.resolve(found),
    warning: () => 'recordings cannot be written to /mnt/secret: EIO',
  });
  const ask = async () => {
    const { statusCode, json } = await app.inject('/ready');
    return [statusCode, json()];
  };
  const not = [503, { status: 'not ready', reason: 'Something is wrong.' }];
  assert.deepEqual([await ask(), await ask()], [not, not]);
  assert.deepEqual(
    log.lines.map(({ text, facts }) => [text, facts]),
    [['not ready', { reason: 'EIO: /srv/secret' }]],
    'once',
  );
  found = null;
  const warning = 'Recordings cannot be written to one of their folders, or wait for the database.';
  assert.deepEqual(await ask(), [200, { status: 'ready', warning }]);
  assert.equal(log.lines.at(-1)?.text, 'ready again');
});

test('a look that does not end makes it not ready after five seconds, and is the only one until it ends', async (t) => {
  let looks = 0;
  const begun = Promise.withResolvers<void>();
  const hanging = Promise.withResolvers<null>();
  const { app, clock, health } = start(t, {
    trouble: () => {
      looks += 1;
      begun.resolve();
      return hanging.promise;
    },
  });
  const asked = app.inject('/ready');
  await begun.promise;
  clock.advance(5000);
  const { statusCode, json } = await asked;
  const late = { status: 'not ready', reason: 'The database or its disk does not answer.' };
  assert.deepEqual([statusCode, json()], [503, late]);
  assert.equal((await app.inject('/ready')).statusCode, 503, 'at once');
  assert.match((await health.trouble()) ?? '', /does not answer.*unknown/);
  assert.equal(looks, 1);
  hanging.resolve(null);
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal((await app.inject('/ready')).statusCode, 200);
  assert.equal(looks, 2);
});

test('however many ask whether the server is ready, it looks once at a time', async (t) => {
  let looks = 0;
  const looked = Promise.withResolvers<null>();
  const { app } = start(t, {
    trouble: () => {
      looks += 1;
      return looked.promise;
    },
  });
  const asked = Promise.all(Array.from({ length: 20 }, () => app.inject('/ready')));
  await app.inject('/health');
  looked.resolve(null);
  assert.ok((await asked).every(({ statusCode }) => statusCode === 200));
  assert.equal(looks, 1);
  assert.equal((await app.inject('/ready')).statusCode, 200);
  assert.equal(looks, 2);
});

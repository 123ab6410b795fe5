import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createManualClock } from '../../kernel/manual-clock.ts';
import { testCaller } from '../../kernel/access/test-access.ts';
import { connectCalls, createRefusals } from './index.ts';

const report = (changes: object = {}) => ({
  transport: 'tcp' as const,
  port: 6808,
  address: '198.51.100.7',
  terminal: '',
  reason: 'not JT/T 808' as const,
  detail: '',
  bytes: Buffer.from('GET / HTTP/1.1'),
  ...changes,
});

test('the same refusal again is counted with its newest time, another one stands on top', () => {
  const clock = createManualClock(1000);
  const refusals = createRefusals(clock);
  refusals.add(report());
  clock.advance(500);
  refusals.add(report({ reason: 'not registered', terminal: '7' }));
  clock.advance(500);
  refusals.add(report());
  assert.deepEqual(
    refusals.list().map(({ reason, count, time }) => [reason, count, time]),
    [
      ['not JT/T 808', 2, 2000],
      ['not registered', 1, 1500],
    ],
  );
});

test('only the last 200 and 64 bytes of each are kept', () => {
  const refusals = createRefusals(createManualClock());
  for (let i = 0; i < 300; i += 1) refusals.add(report({ address: `198.51.100.${i}`, bytes: Buffer.alloc(500, 0xab) }));
  const list = refusals.list();
  assert.deepEqual([list.length, list[0]?.address, list[199]?.address], [200, '198.51.100.299', '198.51.100.100']);
  assert.equal(list[0]?.bytes, 'ab'.repeat(64));
});

const ask = async (serverAddress: string, network: string[]) => {
  const [handler] = connectCalls({
    refusals: createRefusals(createManualClock()),
    policy: 'accept-new',
    serverAddress: () => serverAddress,
    networkAddresses: () => network,
    clocks: () => [],
    ports: () => [],
    warnings: () => ['from the gateway'],
    troubles: () => Promise.resolve([]),
  });
  const context = { token: null, setSessionCookie: () => undefined };
  const reply = await handler?.run(testCaller(), {}, context);
  return JSON.parse(JSON.stringify(reply));
};

test('the configured address comes first, then the network, then this machine', async () => {
  const { addresses, warnings } = await ask('fleet.test', ['192.0.2.1']);
  assert.deepEqual(addresses, [
    { address: 'fleet.test', kind: 'configured' },
    { address: '192.0.2.1', kind: 'network' },
    { address: '127.0.0.1', kind: 'local' },
  ]);
  assert.deepEqual(warnings, ['from the gateway']);
});

test('with private addresses only it warns that recorders outside cannot come', async () => {
  assert.match((await ask('', ['192.168.1.2', '172.16.0.1'])).warnings[1], /private/);
  assert.equal((await ask('', ['172.32.0.1'])).warnings.length, 1);
});

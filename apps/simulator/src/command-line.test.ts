// The command line: what is asked for is what the fleet gets, and what is wrong is named.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSimulate } from './command-line.ts';
import { faultsOf, readFault } from './faults.ts';

test('options become a fleet', () => {
  const command = readSimulate([
    '--vehicles',
    '3',
    '--channels',
    '2',
    '--port',
    '7000',
    '--interval',
    '0.5',
    '--edition',
    '2019',
    '--light',
  ]);
  assert.ok(command);
  const { fleet } = command;
  assert.deepEqual(
    [fleet.vehicles, fleet.channels, fleet.port, fleet.intervalMs, fleet.clips],
    [3, 2, 7000, 500, null],
  );
  assert.equal(fleet.each?.(0).edition, '2019');
});

test('help needs no other option', () => {
  assert.equal(readSimulate(['--help']), null);
});

for (const [args, named] of [
  [['--vehicles', 'many'], /--vehicles many/],
  [['--port', '70000'], /--port 70000/],
  [['--edition', '2011'], /--edition 2011: one of 2013, 2019, mixed/],
  [['--transport', 'sms'], /--transport sms/],
  [['--fault', 'flat-tyre'], /no fault flat-tyre/],
  [['--fault', 'cut=soon'], /fault cut: soon/],
  [['--phone', '12ab'], /--phone 12ab/],
  [['--vehicle', '3'], /--vehicle/],
] as const) {
  test(`${args.join(' ')} is refused by its name`, () => {
    assert.throws(() => readSimulate(args), named);
  });
}

test('a fault can be for some vehicles only, and several add up', () => {
  const rules = [readFault('cut=5@2,3'), readFault('half-frames'), readFault('never-video=no-data@3')];
  assert.deepEqual(faultsOf(rules, 0), { halfFrames: true });
  assert.deepEqual(faultsOf(rules, 2), { cutEveryS: 5, halfFrames: true, neverVideo: 'no-data' });
});

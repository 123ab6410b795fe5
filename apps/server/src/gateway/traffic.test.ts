// What was counted of whom: before it is known, after it was taken, and when it could not be stored.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Meter, Traffic } from './traffic.ts';

test('bytes of a connection become those of the device that it turns out to be, and go on there', () => {
  const traffic = new Traffic();
  const [first, second] = [new Meter(traffic), new Meter(traffic)];
  first.came(100);
  first.went(10);
  assert.deepEqual(traffic.take(), [], 'nobody knows whose they are');
  first.belongsTo(7);
  first.belongsTo(7);
  first.came(1);
  second.came(1000);
  second.belongsTo(7);
  assert.deepEqual(traffic.untaken(7), { inBytes: 1101, outBytes: 10 });
  assert.deepEqual(traffic.take(), [{ deviceKey: 7, inBytes: 1101, outBytes: 10 }]);
  assert.deepEqual(traffic.take(), []);
  second.went(5);
  assert.deepEqual(traffic.take(), [{ deviceKey: 7, inBytes: 0, outBytes: 5 }], 'the connections count on');
});

test('what was taken and not stored counts again; of a device that is gone nothing does', () => {
  const traffic = new Traffic();
  const meters = [7, 8].map((key) => {
    const meter = new Meter(traffic);
    meter.belongsTo(key);
    meter.came(key);
    return meter;
  });
  const taken = traffic.take();
  meters[0]?.came(100);
  traffic.giveBack(taken);
  assert.deepEqual(traffic.untaken(7), { inBytes: 107, outBytes: 0 });
  traffic.forget([7]);
  meters[0]?.came(1);
  assert.deepEqual(traffic.take(), [{ deviceKey: 8, inBytes: 8, outBytes: 0 }]);
});

test('a connection that carries another device after the first counts for each what came after it was known', () => {
  const traffic = new Traffic();
  const meter = new Meter(traffic);
  meter.came(10);
  meter.belongsTo(1);
  meter.came(20);
  meter.belongsTo(2);
  meter.came(30);
  assert.deepEqual(traffic.take(), [
    { deviceKey: 1, inBytes: 30, outBytes: 0 },
    { deviceKey: 2, inBytes: 30, outBytes: 0 },
  ]);
});

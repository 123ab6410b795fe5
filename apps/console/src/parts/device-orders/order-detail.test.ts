// What the server keeps of orders, in words.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OrderKindName } from '@outrider/contract';
import { orderDetailText } from './order-detail.ts';
import { orderReasonText } from './order-words.ts';

const texts: readonly (readonly [kind: OrderKindName, detail: string, text: string])[] = [
  ['control', 'power-off', 'Switch off'],
  ['control', 'connect 10.0.0.7:6808', 'To another server: 10.0.0.7:6808'],
  ['control', 'connect-back', 'Back to the server of its settings'],
  ['doors', 'unlock', 'Unlock the doors'],
  ['media', '#12', '#12'],
  ['media', 'photo CH0 order', 'Still pictures · All channels · By order'],
  ['media', 'video CH3 door-open', 'Clips · CH3 · Door open'],
  ['sound', 'stop', 'End now'],
  ['sound', '30 s', '30 s'],
  ['parameters', 'sys_spdlimit, net_hbsec, 0xF365', 'Speed limit, Heartbeat, 0xF365'],
  [
    'areas',
    'circle 1, route 7; removed: rectangle 2, all polygons',
    'Circle 1, Route 7; Removed: Rectangle 2, All polygons',
  ],
  ['areas', 'removed: all circles', 'Removed: All circles'],
  // What people and addresses say stays as it is, and so does what nobody here knows.
  ['text', 'stop', 'stop'],
  ['mcu', 'unlock', 'unlock'],
  ['redirect', '10.0.0.7:6808', '10.0.0.7:6808'],
  ['control', 'toString', 'toString'],
  ['control', 'newer code', 'newer code'],
  ['areas', 'star 1', 'star 1'],
  ['parameters', '', ''],
];
for (const [kind, detail, text] of texts)
  test(`${kind}: ${detail}`, () => assert.equal(orderDetailText({ kind, detail }), text));

test('parameters that a device has not, or did not take, are named and not keyed', () => {
  const end = (state: 'done' | 'refused', outcome: string, message: string): string =>
    orderReasonText({ state, outcome, message });
  assert.equal(
    end('refused', 'device_refused', 'The device did not take this and kept what it had: sys_spdlimit, net_hbsec'),
    'The device did not take this and kept what it had: Speed limit, Heartbeat.',
  );
  assert.equal(
    end('done', 'done', 'The device does not have this parameter: net_hbsec'),
    'The device does not have this parameter: Heartbeat.',
  );
  assert.equal(end('refused', 'device_refused', 'The device refused: busy'), 'The device refused: busy');
});

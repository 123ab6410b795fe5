// What a parameter may be, and that the table says each thing once.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { putDeviceSetup } from './device-setup.ts';
import { parameterFault, parameterPanels, type ParameterValue } from './parameter.ts';
import { parameterOf, parameterPanelNames, parametersOfPanel, parameterTable } from './parameter-table.ts';

const fits = (key: string, value: ParameterValue): boolean => {
  const row = parameterOf(key);
  assert.ok(row, key);
  return parameterFault(row, value) === undefined;
};

test('each kind of value has its limits', () => {
  for (const [key, good, bad] of [
    ['net_hbsec', [1, 30], [0, 31, 1.5, '20', Number.NaN]],
    ['enc_sfps', [1, 15], [0, 16]],
    ['enc_sbit', [16, 1024], [15, 1025]],
    ['enc_sres', [1, 5, 100, 101], [0, 3, '1']],
    ['preosd_pl_en', [0, 1], [2, '1']],
    ['preosd_plate', ['', 'KAA1234', 'A23456789012'], ['ABC-1234', 'A234567890123', '京A12345', 7]],
    ['net_apn', ['internet', ''], ['a\nb', 'x'.repeat(65)]],
    ['event_mask', [0, 0xffffffff], [0x100000000, -1]],
    ['sys_forbidst', ['00:00', '23:59'], ['24:00', '12:60', '', 720]],
    ['adas_pcwspeed', [7, 100], [6, 101]],
    ['adas_fcwspeed', [0, 100], [-1, 101]],
    ['adas_camside', [-1500, 1500], [-1501, 1501]],
    ['dsm_points', ['', '0,0 0,720 1280,720 1280,0'], ['0,0 0,720 1280,720', '0,0 0,721 1280,720 1280,0', '0,0,0', 4]],
    ['bsd_left', ['10,50 10,710 960,710 960,50'], ['9,50 10,710 960,710 960,50', '10,50 10,710 961,710 960,50']],
    ['bsd_right', ['320,50 320,710 1270,710 1270,50'], ['319,50 320,710 1270,710 1270,50']],
  ] as const) {
    for (const value of good) assert.ok(fits(key, value), `${key} may be ${value}`);
    for (const value of bad) assert.ok(!fits(key, value), `${key} may not be ${value}`);
  }
});

test('a save names what it cannot take, by its key', () => {
  const problems = (deviceParams: Record<string, unknown>): unknown[] =>
    putDeviceSetup.input.safeDecode({ deviceid: 'D', deviceParams } as never).error?.issues.map(({ path }) => path) ??
    [];
  assert.deepEqual(problems({ net_hbsec: 20, sys_spdlimit: 90 }), []);
  assert.deepEqual(problems({ net_hbsec: 31, cam_mirror: 1, sys_spdlimit: 90 }), [
    ['deviceParams', 'net_hbsec'],
    ['deviceParams', 'cam_mirror'],
  ]);
});

test('every panel has a name and rows, every row a panel', () => {
  for (const panel of parameterPanels) {
    assert.ok(parameterPanelNames[panel] !== '', panel);
    assert.ok(parametersOfPanel(panel).length > 0, panel);
  }
  const rows = parameterPanels.flatMap(parametersOfPanel);
  assert.deepEqual(rows, parameterTable, 'in the order of the panels');
});

test('what is part of one thing stands together, wherever it lies', () => {
  for (const panel of parameterPanels) {
    const parts = parametersOfPanel(panel).map(({ part }) => part ?? '');
    const runs = parts.filter((part, index) => part !== '' && part !== parts[index - 1]);
    assert.equal(new Set(runs).size, runs.length, panel);
  }
});

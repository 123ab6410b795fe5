// Words of the contract that stand in no call: lists and tables that both programs read hold no empty and no repeated word.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { BLIND_SPOT_CHANNELS, BLIND_SPOT_LIMITS, BLIND_SPOT_POINTS, DRIVER_POINTS } from './device/calibration.ts';
import { heldPoint, pointsOf, pointsText, ROAD_CHANNEL, WHOLE_PICTURE } from './device/calibration.ts';
import { logPageQuery, logPageRights, logPageTypes } from './device/log-page.ts';
import * as contract from './index.ts';

/** Every list of words and every table with words among what the contract gives, with its name. */
const wordsIn = (value: unknown, name: string, depth = 0): { name: string; words: readonly unknown[] }[] => {
  if (depth > 4 || value instanceof z.ZodType || typeof value === 'function' || value instanceof RegExp) return [];
  if (typeof value !== 'object' || value === null || value instanceof Map || value instanceof Set) return [];
  const entries = Object.entries(value).filter(([key]) => key !== 'example' && key !== 'about');
  const words = entries.map(([, each]) => each).filter((each) => typeof each === 'string');
  const inside = entries.flatMap(([key, each]) => wordsIn(each, `${name}.${key}`, depth + 1));
  return words.length === 0 ? inside : [{ name, words }, ...inside];
};
const given = Object.entries(contract).flatMap(([name, value]) => wordsIn(value, name));

test('no list or table of the contract holds an empty word, but where nothing is meant', () => {
  // Rows of parameters have a test of their own: units may be empty, and bits without a name.
  const empty = given.filter(({ words }) => words.includes('')).map(({ name }) => name);
  assert.deepEqual(
    empty.filter((name) => !/^(?:parameterTable|vendorRows)\b/.test(name)),
    [
      'NO_MAIL_SENDER',
      'NO_REDIRECT',
      'NO_SMS.config',
      'fileRequestReasons',
      'placeColours',
      'standardDeployment',
      'talkStateExample',
      'updateReasons',
    ],
  );
});

test('no list of words says the same twice', () => {
  const twice = Object.entries(contract).flatMap(([name, value]) =>
    Array.isArray(value) && value.every((each) => typeof each === 'string') && new Set(value).size < value.length
      ? [name]
      : [],
  );
  // By number: the specification calls 0 and 2 NONE.
  assert.deepEqual(twice, ['coverMediaTypes']);
});

test('texts of the contract are sentences or names, never empty', () => {
  for (const [name, value] of Object.entries(contract)) if (typeof value === 'string') assert.notEqual(value, '', name);
});

test('pages of a recorder: each with its right, each taken by its name', () => {
  assert.deepEqual(logPageRights, { syslog: 'F_lmdvrs_syslog', carbox: 'F_lmdvrs_carbox' });
  assert.deepEqual(Object.keys(logPageRights), [...logPageTypes]);
  const read = (query: object) => logPageQuery.safeParse({ deviceid: 'D', ...query });
  assert.deepEqual(read({}).data, { deviceid: 'D', timezone: 0, lang: 'en', file: '0' });
  for (const timezone of ['-1080', '1080']) assert.equal(read({ timezone }).data?.timezone, Number(timezone));
  for (const timezone of ['-1081', '1081', '1.5', 'x']) assert.ok(!read({ timezone }).success, timezone);
  assert.deepEqual(
    ['en', 'cn', 'tw', 'xx'].map((lang) => read({ lang }).data?.lang),
    ['en', 'cn', 'tw', 'en'],
  );
  assert.deepEqual([read({ file: '1' }).data?.file, read({ file: '2' }).success], ['1', false]);
});

test('calibration: where points lie at first and how far they go', () => {
  assert.deepEqual(WHOLE_PICTURE, { x: [0, 1280], y: [0, 720] });
  assert.deepEqual(BLIND_SPOT_LIMITS, {
    left: { x: [10, 960], y: [50, 710] },
    right: { x: [320, 1270], y: [50, 710] },
  });
  assert.equal(pointsText(DRIVER_POINTS), '434,170 434,560 805,560 805,170');
  assert.equal(pointsText(BLIND_SPOT_POINTS.left), '560,260 200,660 820,660 700,260');
  // The other side is the same picture turned around.
  assert.deepEqual(
    BLIND_SPOT_POINTS.right,
    BLIND_SPOT_POINTS.left.map(([x, y]) => [1280 - x, y]),
  );
  for (const side of ['left', 'right'] as const)
    for (const point of BLIND_SPOT_POINTS[side]) assert.deepEqual(heldPoint(point, BLIND_SPOT_LIMITS[side]), point);
  assert.deepEqual([ROAD_CHANNEL, BLIND_SPOT_CHANNELS], [1, { left: 3, right: 4 }]);
});

test('calibration: points are held within whole pixels, and read from their text alone', () => {
  const limits = { x: [10, 20], y: [30, 40] } as const;
  assert.deepEqual(heldPoint([9.4, 41], limits), [10, 40]);
  assert.deepEqual(heldPoint([20.6, 29], limits), [20, 30]);
  assert.deepEqual(heldPoint([14.5, 35.4], limits), [15, 35]);
  assert.deepEqual(pointsOf(''), []);
  assert.deepEqual(pointsOf('1,2'), [[1, 2]]);
  assert.deepEqual(pointsOf('1,2 9999,0'), [
    [1, 2],
    [9999, 0],
  ]);
  for (const text of ['1', '1,', '1,2 ', ' 1,2', '1,2,3', '1,2  3,4', '-1,2', '10000,1', 'a,b'])
    assert.equal(pointsOf(text), undefined, text);
});

test('commands of the vendor block: their numbers, and who may send one alone', () => {
  const rows = Object.entries(contract.vendorCommands).map(([name, { code, right }]) => `${code} ${name} ${right}`);
  assert.deepEqual(rows, [
    '0 hello F_rmdvrs',
    '1 read-settings F_rmdvrs',
    '2 write-settings F_rmdvrs_raw',
    '3 storage F_rmdvrs',
    '4 format F_lmdvrs_format',
    '5 syslog F_lmdvrs_syslog',
    '6 wake-up F_lmdvrs_wakeup',
    '7 list-faces null',
    '8 write-face null',
    '9 remove-face null',
    '10 read-face null',
    '20 read-own F_rmdvrs_raw',
    '21 write-own F_rmdvrs_raw',
  ]);
  assert.deepEqual(contract.vendorCommandNames, Object.keys(contract.vendorCommands));
});

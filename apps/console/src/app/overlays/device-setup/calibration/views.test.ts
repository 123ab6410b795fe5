// Which pictures a panel is calibrated on, what they begin with, and in which parameters their points go.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BLIND_SPOT_LIMITS, type PictureLimits, type PicturePoint } from '@outrider/contract';
import { calibrationOf, driverChannelOf } from './views.ts';

const told = {
  adas_vpx: 600,
  adas_vpy: 300,
  adas_bonnet: 700,
  dsm_points: '',
  bsd_left: '20,60 20,700 900,700 900,60',
  bsd_right: 'what is this',
};

test('each calibration has its cameras; what a device does not tell of has none', () => {
  const channels = (panel: 'adas' | 'dsm' | 'bsd' | 'cam', values = told) =>
    calibrationOf(panel, values, 4).map(({ channel }) => channel);
  assert.deepEqual([channels('adas'), channels('dsm'), channels('bsd'), channels('cam')], [[1], [4], [3, 4], []]);
  assert.deepEqual(calibrationOf('adas', { adas_vpx: 600 }, 2), []);
  assert.deepEqual(calibrationOf('dsm', {}, 2), []);
  assert.equal(driverChannelOf({ cam_campos: [0, 1, 4, 4] }, 2), 3);
  assert.equal(driverChannelOf({ cam_campos: [0, 1] }, 2), 2);
  assert.equal(driverChannelOf({}, 2), 2);
});

test('[A-ADAS-008] it begins with what the device holds; a device without points with those of the factory', () => {
  const start = (panel: 'adas' | 'dsm' | 'bsd') => calibrationOf(panel, told, 2).map((view) => view.start);
  assert.deepEqual(start('adas'), [
    [
      [600, 300],
      [640, 700],
    ],
  ]);
  assert.deepEqual(start('dsm'), [
    [
      [434, 170],
      [434, 560],
      [805, 560],
      [805, 170],
    ],
  ]);
  const [left, right] = start('bsd');
  assert.deepEqual(left?.[2], [900, 700]);
  assert.deepEqual(right?.[0], [720, 260], 'what cannot be read is none');
});

test('points go back as they came, and no preset lies outside of its limits', () => {
  const within = ([x, y]: PicturePoint, limits: PictureLimits): boolean =>
    x >= limits.x[0] && x <= limits.x[1] && y >= limits.y[0] && y <= limits.y[1];
  const views = (['adas', 'dsm', 'bsd'] as const).flatMap((panel) => calibrationOf(panel, told, 2));
  assert.deepEqual(
    views.map(({ start, valuesOf }) => valuesOf(start)),
    [
      { adas_vpx: 600, adas_vpy: 300, adas_bonnet: 700 },
      { dsm_points: '434,170 434,560 805,560 805,170' },
      { bsd_left: told.bsd_left },
      { bsd_right: '720,260 1080,660 460,660 580,260' },
    ],
  );
  for (const { name, presets, handles } of views)
    for (const { points } of presets)
      assert.ok(
        points.every((point, index) => within(point, handles[index]?.limits ?? BLIND_SPOT_LIMITS.left)),
        name,
      );
});

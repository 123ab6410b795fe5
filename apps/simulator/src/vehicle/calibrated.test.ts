// What calibration and geometry make of what the cameras see.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { measured100ms, seesBlindSpot, seesDriver, seesRoad } from './calibrated.ts';
import { OwnSettings } from './own-settings.ts';

const settings = (changed: Readonly<Record<string, unknown>> = {}) => new OwnSettings(['CH1'], changed).values;

test('distances ahead grow with the height of the camera, and are measured from the front', () => {
  const measured = (changed: Readonly<Record<string, unknown>>, speedKmh = 36) =>
    measured100ms(20, speedKmh, settings(changed));
  assert.equal(measured({}), 20);
  assert.equal(measured({ adas_camheight: 1950 }), 30);
  // 2 m at 10 m/s are two tenths of a second.
  assert.equal(measured({ adas_camfront: 2000 }), 18);
  assert.equal(measured({ adas_camfront: 2000 }, 0), 20);
  assert.equal(measured({ adas_camfront: 4000 }, 3), 0, 'never less than nothing');
});

test('the road is seen near its vanishing point, with the bonnet below', () => {
  assert.ok(seesRoad(settings()));
  assert.ok(seesRoad(settings({ adas_vpx: 760, adas_vpy: 520 })), '120 across and 160 down are 200');
  assert.ok(!seesRoad(settings({ adas_vpx: 761, adas_vpy: 520 })));
  assert.ok(!seesRoad(settings({ adas_bonnet: 360 })));
});

test('the driver and those who overtake are seen inside of the corners; without corners in those of the factory', () => {
  assert.ok(seesDriver(settings()));
  assert.ok(seesDriver(settings({ dsm_points: '619,360 619,370 621,370 621,360' })));
  assert.ok(!seesDriver(settings({ dsm_points: '619,366 619,370 621,370 621,366' })));
  assert.ok(seesDriver(settings({ dsm_points: '1,1 2,2' })), 'what is no four corners counts as none');
  for (const side of ['left', 'right'] as const) {
    assert.ok(seesBlindSpot(settings(), side));
    assert.ok(!seesBlindSpot(settings({ [`bsd_${side}`]: '600,600 600,700 700,700 700,600' }), side));
  }
});

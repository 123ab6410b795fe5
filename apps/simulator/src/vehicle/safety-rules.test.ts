// When an active-safety alarm is raised and at which level: every alarm with its own bits, speeds, pauses and behaviours.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeActiveSafetyParameter, encodeActiveSafetyParameter } from '@outrider/jt808';
import type { ActiveSafetyParameter } from '@outrider/jt808';
import { SAFETY_ALARMS, type SafetyAlarm } from './alarm-desk.ts';
import { OwnSettings } from './own-settings.ts';
import { ParameterStore } from './parameter-store.ts';
import { sightOf, spokenAt } from './safety-rules.ts';

const ADAS = 0xf364;
const DRIVER = 0xf365;
const SIZE = { [ADAS]: 56, [DRIVER]: 49 } as const;
type Fields = Readonly<Record<string, number>>;
/** A parameter of zeros, all alarms enabled, level 2 from 50 km/h, with these fields. */
const parameter = (id: typeof ADAS | typeof DRIVER, fields: Fields): Uint8Array => {
  const zeros = decodeActiveSafetyParameter(id, new Uint8Array(SIZE[id]));
  assert.ok(typeof zeros === 'object');
  const names = Object.keys(zeros);
  for (const name of Object.keys(fields)) assert.ok(names.includes(name), name);
  const speeds = names.filter((name) => name.endsWith('LevelSpeed')).map((name) => [name, 50]);
  const usual = { ...zeros, ...Object.fromEntries(speeds), alarmEnable: 0xffff_ffff, ...fields };
  // Of the fields of this parameter.
  return encodeActiveSafetyParameter(id, usual as ActiveSafetyParameter);
};
type Given = { adas?: Fields; driver?: Fields; settings?: Readonly<Record<string, unknown>> };
const kit = ({ adas = {}, driver = {}, settings = {} }: Given) => {
  const store = new ParameterStore([
    { id: ADAS, raw: parameter(ADAS, { pedestrianEnableSpeed: 220, ...adas }) },
    { id: DRIVER, raw: parameter(DRIVER, driver) },
  ]);
  const own = new OwnSettings(['CH1', 'CH2', 'CH3', 'CH4']);
  assert.deepEqual(own.write(settings), {});
  return { store, own };
};
const level = (name: SafetyAlarm, speedKmh: number, given: Given = {}, sinceMs = Infinity) => {
  const { store, own } = kit(given);
  return sightOf(store, own).levelOf(name, speedKmh, sinceMs);
};

const ROAD = {
  'forward-collision': { bit: 6, level: 'fcwLevelSpeed', word: 'fcw' },
  'lane-departure': { bit: 4, level: 'laneDepartLevelSpeed', word: 'ldw' },
  'too-close': { bit: 10, level: 'headwayLevelSpeed', word: 'hmw' },
} as const;
const CABIN = {
  'driver-fatigue': { bit: 0, level: 'fatigueLevelSpeed', behaviour: 1 },
  distracted: { bit: 6, level: 'distractionLevelSpeed', behaviour: 2 },
  'phone-call': { bit: 2, level: 'phoneLevelSpeed', behaviour: 5 },
  smoking: { bit: 4, level: 'smokingLevelSpeed', behaviour: 4 },
  'camera-shielded': { bit: 8, level: 'abnormalLevelSpeed', behaviour: 0 },
  'driver-absent': { bit: 8, level: 'abnormalLevelSpeed', behaviour: 3 },
  'eye-mask': { bit: 8, level: 'abnormalLevelSpeed', behaviour: 6 },
  'mouth-mask': { bit: 8, level: 'abnormalLevelSpeed', behaviour: 7 },
} as const;
const road = Object.entries(ROAD) as [keyof typeof ROAD, (typeof ROAD)[keyof typeof ROAD]][];
const cabin = Object.entries(CABIN) as [keyof typeof CABIN, (typeof CABIN)[keyof typeof CABIN]][];

test('as it leaves the factory: level 1 up to 50 km/h, 2 above, of every alarm', () => {
  for (const name of Object.keys(SAFETY_ALARMS) as SafetyAlarm[]) {
    assert.equal(level(name, 50), 1, name);
    assert.equal(level(name, 51), 2, name);
  }
});

test('each alarm has its speed of level 2 and two bits that enable its levels', () => {
  for (const [name, rule] of [...road, ...cabin]) {
    const of = name in ROAD ? 'adas' : 'driver';
    assert.deepEqual(
      [70, 71].map((kmh) => level(name, kmh, { [of]: { [rule.level]: 70 } })),
      [1, 2],
      name,
    );
    const first = { [of]: { alarmEnable: 2 ** rule.bit } };
    const second = { [of]: { alarmEnable: 2 ** (rule.bit + 1) } };
    assert.deepEqual([level(name, 50, first), level(name, 51, first)], [1, null], name);
    assert.deepEqual([level(name, 50, second), level(name, 51, second)], [null, 2], name);
  }
  const walker = (alarmEnable: number) =>
    [50, 51].map((kmh) => level('pedestrian-collision', kmh, { adas: { alarmEnable } }));
  assert.deepEqual(
    [walker(1 << 8), walker(1 << 9)],
    [
      [1, null],
      [null, 2],
    ],
  );
});

test('none below the least speed of the parameter, nor below that of the setting', () => {
  for (const [name] of [...road, ...cabin]) {
    const of = name in ROAD ? 'adas' : 'driver';
    const given = { [of]: { alarmSpeedThresholdKmh: 30 } };
    assert.deepEqual([level(name, 29, given), level(name, 30, given)], [null, 1], name);
  }
  for (const [name, { word }] of road) {
    const given = { settings: { [`adas_${word}from`]: 40 } };
    assert.deepEqual([level(name, 39, given), level(name, 40, given)], [null, 1], name);
  }
});

test('sensitivity: high halves the least speed, low leaves only level 2', () => {
  const both = (name: SafetyAlarm, of: 'adas' | 'driver', setting: string) => {
    const given = (sensitivity: number) => ({
      [of]: { alarmSpeedThresholdKmh: 40 },
      settings: { [setting]: sensitivity },
    });
    assert.deepEqual(
      [19, 20].map((kmh) => level(name, kmh, given(2))),
      [null, 1],
      name,
    );
    assert.deepEqual(
      [39, 40, 51].map((kmh) => level(name, kmh, given(1))),
      [null, 1, 2],
      name,
    );
    assert.deepEqual(
      [40, 50, 51].map((kmh) => level(name, kmh, given(0))),
      [null, null, 2],
      name,
    );
  };
  for (const [name, { word }] of road) both(name, 'adas', `adas_${word}sens`);
  for (const [name] of cabin) both(name, 'driver', 'dsm_sens');
});

test('one in so many seconds, each by its own setting or field', () => {
  const pauses = (name: SafetyAlarm, given: Given) =>
    assert.deepEqual([level(name, 40, given, 19_999), level(name, 40, given, 20_000)], [null, 1], name);
  for (const [name, { word }] of road) pauses(name, { settings: { [`adas_${word}ignore`]: 20 } });
  pauses('pedestrian-collision', { settings: { adas_pcwignore: 20 } });
  pauses('driver-fatigue', { settings: { dsm_fatigueignore: 20 } });
  pauses('distracted', { settings: { dsm_distractionignore: 20 } });
  for (const name of ['camera-shielded', 'driver-absent', 'eye-mask', 'mouth-mask'] as const)
    pauses(name, { settings: { dsm_abnormalignore: 20 } });
  pauses('phone-call', { driver: { phoneIntervalS: 20 } });
  pauses('smoking', { driver: { smokingIntervalS: 20 } });
});

test('pedestrians only below the speed of the parameter', () => {
  const given = { adas: { pedestrianEnableSpeed: 45 } };
  assert.deepEqual(
    [45, 46].map((kmh) => level('pedestrian-collision', kmh, given)),
    [1, null],
  );
});

test('each behaviour that is not watched is not seen, and no other goes with it', () => {
  for (const [name, { behaviour }] of cabin)
    for (let bit = 0; bit < 8; bit += 1) {
      const seen = level(name, 40, { settings: { dsm_behaviours: 0xff - 2 ** bit } });
      assert.equal(seen, bit === behaviour ? null : 1, `${name} without ${bit}`);
    }
});

test('what is switched off, or cannot see, raises nothing of its side', () => {
  const raised = (settings: Readonly<Record<string, unknown>>, speedKmh = 40) =>
    (Object.keys(SAFETY_ALARMS) as SafetyAlarm[]).filter((name) => level(name, speedKmh, { settings }) !== null);
  const all = raised({});
  assert.equal(all.length, 16);
  const ahead = ['forward-collision', 'lane-departure', 'too-close', 'pedestrian-collision'];
  const inside: readonly string[] = cabin.map(([name]) => name);
  const without = (...names: readonly string[]) => all.filter((name) => !names.includes(name));
  assert.deepEqual(raised({ event_adasen: false }), without(...ahead));
  assert.deepEqual(raised({ event_dsmen: false }), without(...inside));
  assert.deepEqual(raised({ MotovisAdas: [0, 0] }), without(...ahead));
  assert.deepEqual(raised({ MotovisAdas: [1, 41] }), without(...ahead));
  for (const on of [[1, 40], [1], []]) assert.deepEqual(raised({ MotovisAdas: on }), all);
  assert.deepEqual(raised({ adas_carwidth: 1499 }), without('lane-departure'));
  assert.deepEqual(raised({ adas_carwidth: 1500 }), all);
  assert.deepEqual(raised({ adas_vpx: 0 }), without(...ahead));
  const corner = '0,0 0,5 5,5 5,0';
  assert.deepEqual(raised({ dsm_points: corner }), without(...inside.filter((name) => name !== 'camera-shielded')));
  assert.deepEqual(raised({ bsd_left: '10,50 10,60 20,60 20,50' }), without('blind-spot'));
  assert.deepEqual(raised({ bsd_right: '320,50 320,60 330,60 330,50' }), without('blind-spot-right'));
});

test('a lane is left on the side that the camera is away from; in the middle chance decides', () => {
  const side = (adas_camside: number) => {
    const { store, own } = kit({ settings: { adas_camside } });
    return [1, 2].map((chance) => sightOf(store, own).deviation(chance));
  };
  assert.deepEqual(
    [side(0), side(1), side(-1)],
    [
      [1, 2],
      [1, 1],
      [2, 2],
    ],
  );
  const { store, own } = kit({ settings: { adas_camheight: 2600 } });
  assert.equal(sightOf(store, own).ahead100ms(10, 40), 20);
});

test('warnings of both cameras are spoken as loud as their parameter says', () => {
  const spoken = (name: SafetyAlarm, settings: Readonly<Record<string, unknown>> = {}) => {
    const { store, own } = kit({ adas: { volume: 3 }, driver: { volume: 7 }, settings });
    return spokenAt(name, store, own);
  };
  const loud = (Object.keys(SAFETY_ALARMS) as SafetyAlarm[]).map((name) => [SAFETY_ALARMS[name].item, spoken(name)]);
  for (const [item, volume] of loud) assert.equal(volume, item === 0x64 ? 3 : item === 0x65 ? 7 : 0);
  assert.equal(spoken('smoking', { adas_speakout: false }), 0);
  assert.equal(spokenAt('smoking', new ParameterStore([]), new OwnSettings(['CH1'])), 0, 'no parameter, no voice');
});

test('without its parameters an alarm has the usual level', () => {
  const bare = sightOf(new ParameterStore([]), new OwnSettings(['CH1']));
  assert.deepEqual(
    [50, 51].map((kmh) => bare.levelOf('smoking', kmh, 0)),
    [1, 2],
  );
  assert.equal(bare.levelOf('pedestrian-collision', 200, 0), 2);
});

// Which bit, item and type each alarm of a virtual recorder has, how likely chance raises it, and which end with an answer.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeActiveSafetyItem } from '@outrider/jt808';
import { Dice } from '../drive/dice.ts';
import { loadRoadNetwork } from '../drive/road-network.ts';
import { ALARM_BITS, AlarmDesk, type BitAlarm, SAFETY_ALARMS, type SafetyAlarm } from './alarm-desk.ts';
import { ParameterStore } from './parameter-store.ts';
import { Trip } from './trip.ts';

const network = loadRoadNetwork();
const START = 1_790_000_000_000;
/** A trip that just passed a speed. */
const tripAbove = (speedKmh: number): Trip => {
  const trip = new Trip({ network, seed: 5, parked: false }, START);
  for (let second = 1; second <= 7200 && trip.motion.speedKmh <= speedKmh; second += 1)
    trip.advance(START + second * 1000);
  assert.ok(trip.motion.speedKmh > speedKmh);
  return trip;
};
const parked = new Trip({ network, seed: 5, parked: true }, START);
// Their own keys.
const bitNames = Object.keys(ALARM_BITS) as BitAlarm[];
const safetyNames = Object.keys(SAFETY_ALARMS) as SafetyAlarm[];

test('each alarm has the bit of section 13.2', () => {
  const bits = bitNames.map((name) => {
    const desk = new AlarmDesk('0000101', new Dice(1));
    desk.raise(name, parked, START);
    return [name, Math.log2(desk.forReport().alarm)];
  });
  assert.deepEqual(Object.fromEntries(bits), {
    sos: 0,
    overspeed: 1,
    fatigue: 2,
    danger: 3,
    'gnss-antenna-open': 5,
    'power-low': 7,
    'power-lost': 8,
    'camera-fault': 11,
    'overspeed-warning': 13,
    'fatigue-warning': 14,
    'daily-driving': 18,
    'parked-too-long': 19,
    'area-crossed': 20,
    'route-crossed': 21,
    'segment-time': 22,
    'off-route': 23,
    'fuel-abnormal': 25,
    stolen: 26,
    'illegal-ignition': 27,
    collision: 29,
    rollover: 30,
  });
});

test('an answer ends those that a terminal clears by it, no others', () => {
  const desk = new AlarmDesk('0000101', new Dice(1));
  for (const name of bitNames) desk.raise(name, parked, START);
  const before = desk.bitsNow();
  desk.answered();
  const gone = bitNames.filter((name) => Math.floor((before - desk.bitsNow()) / 2 ** ALARM_BITS[name]) % 2 === 1);
  assert.deepEqual(gone, ['sos', 'danger', 'area-crossed', 'route-crossed', 'segment-time', 'illegal-ignition']);
});

test('SOS is an emergency until it is confirmed; a restart ends everything', () => {
  const desk = new AlarmDesk('0000101', new Dice(1));
  desk.raise('collision', parked, START);
  assert.equal(desk.emergency, false);
  desk.raise('sos', parked, START);
  desk.answered();
  assert.equal(desk.emergency, true);
  desk.confirmed();
  assert.equal(desk.emergency, false);
  for (const name of ['sos', 'video-loss', 'phone-call'] as const) desk.raise(name, parked, START);
  desk.place({ positionType: 1, areaId: 5 }, true);
  assert.ok(desk.hasNews);
  desk.reset();
  assert.deepEqual([desk.forReport(), desk.emergency, desk.hasNews], [{ alarm: 0, items: [] }, false, false]);
});

test('each active-safety alarm has its item and type, and level 2 above 50 km/h', () => {
  const told = (name: SafetyAlarm, trip: Trip) => {
    const desk = new AlarmDesk('0000101', new Dice(1));
    const raised = desk.raise(name, trip, START);
    assert.equal(raised?.name, name);
    const [item] = desk.forReport().items;
    const value = item && decodeActiveSafetyItem(item.id, item.raw);
    assert.ok(value);
    return { item: item.id, type: 'type' in value ? value.type : 0, level: 'level' in value ? value.level : 0, value };
  };
  const fast = tripAbove(50);
  const items = safetyNames.map((name) => [name, [told(name, parked).item, told(name, parked).type]]);
  assert.deepEqual(Object.fromEntries(items), {
    'forward-collision': [0x64, 1],
    'lane-departure': [0x64, 2],
    'too-close': [0x64, 3],
    'pedestrian-collision': [0x64, 4],
    'driver-fatigue': [0x65, 1],
    'phone-call': [0x65, 2],
    smoking: [0x65, 3],
    distracted: [0x65, 4],
    'driver-absent': [0x65, 5],
    'camera-shielded': [0x65, 6],
    'mouth-mask': [0x65, 9],
    'eye-mask': [0x65, 11],
    'tyre-pressure': [0x66, 0],
    'blind-spot': [0x67, 2],
    'blind-spot-right': [0x67, 3],
    'harsh-braking': [0x70, 2],
  });
  for (const name of safetyNames)
    if (SAFETY_ALARMS[name].item < 0x66)
      assert.deepEqual([told(name, parked).level, told(name, fast).level], [1, 2], name);
  const { value } = told('too-close', fast);
  assert.partialDeepStrictEqual(value, { flag: 0, vehicleStatus: 0x401, speedKmh: Math.round(fast.motion.speedKmh) });
  assert.ok('frontSpeedKmh' in value && 'distance100ms' in value);
  assert.equal(value.frontSpeedKmh, Math.round(fast.motion.speedKmh * 0.6));
  assert.ok(value.distance100ms >= 8 && value.distance100ms <= 27);
  assert.partialDeepStrictEqual(told('tyre-pressure', parked).value, {
    tires: [{ position: 2, alarmBits: 4, pressureKpa: 610, temperatureC: 47, batteryPct: 88 }],
  });
  assert.partialDeepStrictEqual(told('harsh-braking', parked).value, {
    timeThresholdS: 1,
    threshold1: 30,
    threshold2: 0,
  });
  const fatigue = told('driver-fatigue', parked).value;
  assert.ok('fatigue' in fatigue && fatigue.fatigue >= 4 && fatigue.fatigue <= 9);
  assert.partialDeepStrictEqual(told('smoking', parked).value, { fatigue: 0 });
});

/** Dice that write down what they are asked, and say yes once. */
class ToldDice extends Dice {
  readonly shares: number[] = [];
  private readonly yesAt: number;
  constructor(yesAt: number) {
    super(1);
    this.yesAt = yesAt;
  }
  override chance(share: number): boolean {
    this.shares.push(share);
    return this.shares.length === this.yesAt;
  }
}

test('chance raises each of twelve alarms once in so many minutes of driving', () => {
  const trip = tripAbove(20);
  const step = (yesAt: number) => {
    const dice = new ToldDice(yesAt);
    const name = new AlarmDesk('0000101', dice).step(trip, new ParameterStore([]), 60_000, true);
    return { name, minutes: dice.shares.map((share) => Math.round(-1 / Math.log(1 - share))) };
  };
  const { name, minutes } = step(0);
  assert.equal(name, null);
  assert.deepEqual(
    minutes.map((each, i) => [step(i + 1).name, each]),
    [
      ['lane-departure', 25],
      ['too-close', 30],
      ['forward-collision', 60],
      ['distracted', 45],
      ['phone-call', 80],
      ['driver-fatigue', 110],
      ['smoking', 120],
      ['harsh-braking', 70],
      ['blind-spot', 150],
      ['tyre-pressure', 400],
      ['sos', 900],
      ['video-loss', 600],
    ],
  );
  const dice = new ToldDice(1);
  assert.equal(new AlarmDesk('0000101', dice).step(parked, new ParameterStore([]), 60_000, true), null);
  assert.deepEqual(dice.shares, [], 'nothing happens to a vehicle that stands');
});

test('a covered camera is told by item 0x16, a lost one by 0x15, for a minute and a half', () => {
  const none = new ParameterStore([]);
  for (const [name, own] of [
    ['video-loss', 0x15],
    ['video-covered', 0x16],
  ] as const) {
    const desk = new AlarmDesk('0000101', new Dice(1));
    desk.raise(name, parked, START);
    const ids = () => desk.forReport().items.map(({ id }) => id);
    desk.step(parked, none, 89_999, false);
    assert.deepEqual(ids(), [0x14, own]);
    desk.step(parked, none, 1, false);
    assert.deepEqual(ids(), []);
    desk.raise(name, parked, START);
    desk.clear(name);
    assert.deepEqual(ids(), []);
  }
});

// What the platform sets changes what a vehicle does, seen from outside over a real socket, and is read back after a restart. The
// vehicle's clock moves only when told: an answer to 0x8204 says that everything sent before it has arrived.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  decodeLocation,
  fromHex,
  makeParameter,
  p8103SetParameters,
  p8105Control,
  p8106QueryGivenParameters,
  p8107QueryAttributes,
  p8203ConfirmAlarm,
  p8204LinkCheck,
  p8300Text,
  t0104Parameters,
  t0107Attributes,
  toHex,
} from '@outrider/jt808';
import type { LocationBase, LocationItem, Parameter } from '@outrider/jt808';
import { drivenVehicles } from '../testing/driven-vehicles.ts';
import { ScriptedPlatform } from '../testing/scripted-platform.ts';
import type { VehicleOptions } from './options.ts';
import { createVehicle } from './vehicle.ts';
import type { Vehicle } from './vehicle.ts';

const START_MS = 1_790_000_000_000;

const { made, running, online: begin } = drivenVehicles('obedience', START_MS);

const online = async (options: Partial<VehicleOptions> = {}): Promise<Vehicle> => {
  const vehicle = await begin({ reconnectMs: 1000, ...options });
  await caughtUp(); // its first report is here
  return vehicle;
};

/** Ends the vehicle and starts it again from its state file, as the same recorder. */
const again = async (vehicle: Vehicle, options: Partial<VehicleOptions> = {}): Promise<Vehicle> => {
  await vehicle.stop();
  return online(options);
};

const set = (...params: Parameter[]): Promise<number> => made.platform.ask(p8103SetParameters, { params });

const read = async (...ids: number[]): Promise<Record<string, string>> => {
  const { params } = await made.platform.query(p8106QueryGivenParameters, { ids }, t0104Parameters);
  return Object.fromEntries(params.map(({ id, raw }) => [id.toString(16), toHex(raw)]));
};

/** Everything sent so far is here. */
const caughtUp = async (): Promise<void> => {
  assert.equal(await made.platform.ask(p8204LinkCheck, {}), 0);
};

type Heard = { readonly second: number; readonly id: number; readonly body: Uint8Array };

/** Lets so many seconds pass and gives what came in them, each with its second. */
const pass = async (seconds: number, stepS = 1): Promise<Heard[]> => {
  const heard: Heard[] = [];
  for (let second = stepS; second <= seconds; second += stepS) {
    const before = made.platform.messages.length;
    made.clock.advance(stepS * 1000);
    await caughtUp();
    for (const { id, body } of made.platform.messages.slice(before)) heard.push({ second, id, body });
  }
  return heard;
};

const secondsOf = (heard: readonly Heard[], id: number): number[] =>
  heard.filter((message) => message.id === id).map(({ second }) => second);

type Report = { readonly second: number } & LocationBase & { readonly items: readonly LocationItem[] };

const reportsOf = (heard: readonly Heard[]): Report[] =>
  heard.filter(({ id }) => id === 0x0200).map(({ second, body }) => ({ second, ...decodeLocation(body) }));

const hasBit = ({ alarm }: { readonly alarm: number }, bit: number): boolean => Math.floor(alarm / 2 ** bit) % 2 === 1;

test('the heartbeat comes at the interval that was set, also after a restart', { timeout: 60_000 }, async () => {
  const vehicle = await online();
  assert.deepEqual(secondsOf(await pass(30), 0x0002), []);
  assert.equal(await set(makeParameter(0x0001, 7)), 0);
  assert.deepEqual(secondsOf(await pass(30), 0x0002), [7, 14, 21, 28]);
  await again(vehicle);
  assert.deepEqual(await read(0x0001), { '1': '00000007' });
  assert.deepEqual(secondsOf(await pass(15), 0x0002), [7, 14]);
});

test('reports come by time, by distance or by both, as they were set', { timeout: 60_000 }, async () => {
  const vehicle = await online({ seed: 2 });
  assert.deepEqual(secondsOf(await pass(20), 0x0200), []);
  assert.equal(await set(makeParameter(0x0029, 4)), 0);
  assert.deepEqual(secondsOf(await pass(13), 0x0200), [4, 8, 12]);
  assert.equal(await set(makeParameter(0x0020, 1), makeParameter(0x002c, 200)), 0);
  const places = reportsOf(await pass(240));
  const kilometres = places.map(({ items }) => {
    const value = items.find(({ id }) => id === 0x01)?.value;
    return value !== undefined && 'mileageKm' in value ? value.mileageKm : NaN;
  });
  assert.ok(kilometres.length >= 4, `${kilometres.length} reports`);
  for (const [i, km] of kilometres.entries()) {
    const before = kilometres[i - 1];
    // Tenths of a kilometre, looked at each second.
    if (before !== undefined) assert.ok(km - before > 0.05 && km - before < 0.45, `${before} to ${km} km`);
  }
  await again(vehicle, { seed: 2 });
  assert.deepEqual(await read(0x0020, 0x002c), { '20': '00000001', '2c': '000000c8' });
});

test('asleep it reports at the interval of sleep', { timeout: 60_000 }, async () => {
  await online({ parked: true });
  assert.equal(await set(makeParameter(0x0029, 2), makeParameter(0x0027, 9)), 0);
  assert.deepEqual(secondsOf(await pass(20), 0x0200), [9, 18]);
});

test('in an emergency it reports at its own interval until 0x8203', { timeout: 60_000 }, async () => {
  const vehicle = await online();
  assert.equal(await set(makeParameter(0x0028, 3)), 0);
  vehicle.sendAlarm('sos');
  await caughtUp();
  assert.deepEqual(secondsOf(await pass(10), 0x0200), [3, 6, 9]);
  assert.equal(await made.platform.ask(p8203ConfirmAlarm, { alarmSerial: 0, alarmType: 1 }), 0);
  assert.deepEqual(secondsOf(await pass(10), 0x0200), []);
});

test('the over-speed alarm comes at the limit and after the seconds that were set', { timeout: 60_000 }, async () => {
  const vehicle = await online({ seed: 2 });
  assert.equal(await set(makeParameter(0x0029, 1), makeParameter(0x0055, 200)), 0);
  const before = reportsOf(await pass(200));
  assert.ok(
    before.some(({ speedKmh }) => speedKmh > 35),
    'it drives',
  );
  assert.ok(before.every((report) => !hasBit(report, 1)));
  assert.equal(await set(makeParameter(0x0055, 30), makeParameter(0x0056, 5)), 0);
  const after = reportsOf(await pass(300));
  const raised = after.filter((report) => hasBit(report, 1));
  assert.ok(raised.length > 0);
  for (const { speedKmh } of raised) assert.ok(speedKmh > 28, `${speedKmh} km/h`); // the receiver's noise
  for (const [i, report] of after.entries()) {
    const last = after.slice(Math.max(0, i - 7), i + 1);
    if (last.length === 8 && last.every(({ speedKmh }) => speedKmh > 32)) assert.ok(hasBit(report, 1));
  }
  const rises = after.flatMap((report, i) => {
    const previous = after[i - 1];
    return i >= 5 && hasBit(report, 1) && previous !== undefined && !hasBit(previous, 1) ? [after.slice(i - 4, i)] : [];
  });
  assert.ok(rises.length > 0);
  for (const seconds of rises) assert.ok(seconds.every(({ speedKmh }) => speedKmh > 28));
  await again(vehicle, { seed: 2 });
  assert.deepEqual(await read(0x0055, 0x0056), { '55': '0000001e', '56': '00000005' });
  assert.ok(reportsOf(await pass(300)).some((report) => hasBit(report, 1)));
});

test('between two reports an alarm of a limit is told at once', { timeout: 60_000 }, async () => {
  await online({ seed: 2 });
  assert.equal(await set(makeParameter(0x0055, 20), makeParameter(0x0056, 2)), 0);
  const reports = reportsOf(await pass(120));
  assert.ok(reports.some((report) => hasBit(report, 1)));
});

test('fatigue, its warning and the alarm mask follow what was set', { timeout: 60_000 }, async () => {
  await online({ seed: 2 });
  const times = [makeParameter(0x0029, 10), makeParameter(0x0057, 60), makeParameter(0x005c, 20)];
  assert.equal(await set(...times), 0);
  const reports = reportsOf(await pass(90));
  const at = (second: number): Report | undefined => reports.find((report) => report.second === second);
  assert.deepEqual(
    [30, 50, 70, 80].map((second) => {
      const report = at(second);
      return report === undefined ? null : [hasBit(report, 14), hasBit(report, 2)];
    }),
    [
      [false, false],
      [true, false],
      [false, true],
      [false, true],
    ],
  );
  assert.equal(await set(makeParameter(0x0050, 4)), 0);
  assert.ok(reportsOf(await pass(30)).every((report) => !hasBit(report, 2)));
});

test('parked for longer than allowed raises bit 19', { timeout: 60_000 }, async () => {
  await online({ parked: true });
  assert.equal(await set(makeParameter(0x005a, 30)), 0);
  const raised = reportsOf(await pass(60)).filter((report) => hasBit(report, 19));
  assert.deepEqual(
    raised.map(({ second }) => second),
    [31],
  );
});

test('the odometer drives on from where it was put', { timeout: 60_000 }, async () => {
  const vehicle = await online({ parked: true });
  assert.equal(await set(makeParameter(0x0080, 123_456)), 0);
  const coming = made.platform.next(0x0200);
  vehicle.reportNow();
  const { items } = decodeLocation((await coming).body);
  assert.deepEqual(items.find(({ id }) => id === 0x01)?.value, { mileageKm: 12_345.6 });
});

test(
  'wrong lengths set nothing, values out of bounds fail, unknown ids are said to be',
  { timeout: 60_000 },
  async () => {
    await online();
    const limit = await read(0x0055);
    const speed = makeParameter(0x0055, 61);
    assert.equal(await set(speed, { id: 0x0056, raw: Uint8Array.of(1, 2) }), 2);
    assert.equal(await set(speed, makeParameter(0x0001, 0)), 1);
    assert.deepEqual(await read(0x0055, 0x0056), { ...limit, '56': '0000000a' });
    assert.equal(await set(speed, { id: 0xf00d, raw: Uint8Array.of(7) }), 3);
    assert.deepEqual(await read(0x0055, 0xf00d), { '55': '0000003d' });
    const cut = { ...p8103SetParameters, encode: () => fromHex('02000000550400000050000000560400') };
    assert.equal(await made.platform.ask(cut, { params: [] }), 2);
    assert.deepEqual(await read(0x0055), { '55': '0000003d' });
  },
);

test('of an active-safety parameter only the fields not full of ones are set', { timeout: 60_000 }, async () => {
  const vehicle = await online();
  const before = await read(0xf364);
  const one = new Uint8Array(56).fill(0xff);
  one[1] = 3;
  assert.equal(await set({ id: 0xf364, raw: one }), 0);
  const expected = fromHex(before['f364'] ?? '');
  expected[1] = 3;
  await again(vehicle);
  assert.deepEqual(await read(0xf364), { f364: toHex(expected) });
});

test('driver assistance below its speed and without its enable bits raises nothing', { timeout: 60_000 }, async () => {
  const vehicle = await online({ parked: true });
  const raises = async (): Promise<boolean> => {
    const coming = made.platform.next(0x0200);
    vehicle.sendAlarm('forward-collision');
    return decodeLocation((await coming).body).items.some(({ id }) => id === 0x64);
  };
  assert.equal(await raises(), true);
  const field = (at: number, bytes: readonly number[]): Parameter => {
    const raw = new Uint8Array(56).fill(0xff);
    raw.set(bytes, at);
    return { id: 0xf364, raw };
  };
  assert.equal(await set(field(0, [40])), 0);
  assert.equal(await raises(), false);
  assert.equal(await set(field(0, [0])), 0);
  assert.equal(await raises(), true);
  assert.equal(await set(field(11, [0, 1, 0, 0x3f])), 0);
  assert.equal(await raises(), false);
});

/** Seconds pass until `holds`; links may come and go meanwhile. */
const passUntil = async (holds: () => boolean): Promise<void> => {
  for (let turn = 0; !holds(); turn += 1) {
    assert.ok(turn < 100_000, 'it never came');
    if (turn % 20 === 0) made.clock.advance(250);
    await new Promise(setImmediate);
  }
};

test(
  'after a restart it dials the server that was set, and the backup where that is silent',
  { timeout: 60_000 },
  async () => {
    const other = new ScriptedPlatform();
    try {
      const otherPort = await other.listen();
      const dead = new ScriptedPlatform();
      const deadPort = await dead.listen();
      dead.close();
      const vehicle = await online({ edition: '2019' });
      const servers = [makeParameter(0x0013, `127.0.0.1:${deadPort}`), makeParameter(0x0017, `127.0.0.1:${otherPort}`)];
      assert.equal(await set(...servers), 0);
      assert.equal(vehicle.server, `127.0.0.1:${made.port}`);
      assert.equal(await made.platform.ask(p8105Control, { command: 4 }), 0);
      await passUntil(() => other.messages.some(({ id }) => id === 0x0200));
      assert.equal(vehicle.server, `127.0.0.1:${otherPort}`);
      assert.equal(made.platform.links, 1);
      await vehicle.stop();
      running.splice(0);
      const second = createVehicle({ ...vehicle.options });
      running.push(second);
      second.start();
      await passUntil(() => second.online);
      assert.equal(second.server, `127.0.0.1:${otherPort}`);
    } finally {
      await Promise.all(running.splice(0).map((one) => one.stop()));
      other.close();
    }
  },
);

test(
  '0x8105 command 2 sends it to a server for a while, with the code given, and back',
  { timeout: 60_000 },
  async () => {
    const other = new ScriptedPlatform();
    try {
      const otherPort = await other.listen();
      const vehicle = await online();
      const parameters = `0;code-9;;;;127.0.0.1;${otherPort};0;2`;
      assert.equal(await made.platform.ask(p8105Control, { command: 2, parameters }), 0);
      await passUntil(() => other.messages.some(({ id }) => id === 0x0200));
      const shown = other.messages.find(({ id }) => id === 0x0102);
      assert.equal(Buffer.from(shown?.body ?? []).toString(), 'code-9');
      made.clock.advance(130_000);
      other.dropLink();
      await passUntil(() => vehicle.online && vehicle.server === `127.0.0.1:${made.port}`);
      assert.equal(made.platform.messages.filter(({ id }) => id === 0x0100).length, 1, 'its own code is kept');
      assert.equal(await made.platform.ask(p8105Control, { command: 2, parameters: '0;;;;;;;;' }), 2);
    } finally {
      await Promise.all(running.splice(0).map((one) => one.stop()));
      other.close();
    }
  },
);

test('factory values act at once and are what is read', { timeout: 60_000 }, async () => {
  const vehicle = await online();
  const before = await read(0x0001, 0x0055, 0x0083);
  assert.equal(await set(makeParameter(0x0001, 5), makeParameter(0x0055, 44), makeParameter(0x0083, 'XY-1')), 0);
  assert.equal(secondsOf(await pass(6), 0x0002).length, 1);
  assert.equal(await made.platform.ask(p8105Control, { command: 5 }), 0);
  assert.deepEqual(secondsOf(await pass(20), 0x0002), []);
  assert.deepEqual(await read(0x0001, 0x0055, 0x0083), before);
  await again(vehicle);
  assert.deepEqual(await read(0x0001, 0x0055, 0x0083), before);
  assert.equal((await made.platform.query(p8107QueryAttributes, {}, t0107Attributes)).firmware, 'outrider-0.1.0');
});

test('a text stands in its log and, after a restart, in what it keeps', { timeout: 60_000 }, async () => {
  const lines: string[] = [];
  const vehicle = await online({ log: ({ text }) => lines.push(text) });
  assert.equal(await made.platform.ask(p8300Text, { flags: 4, text: '前方施工 slow down' }), 0);
  assert.ok(lines.includes('text: 前方施工 slow down'));
  const second = await again(vehicle);
  assert.deepEqual(second.memory.texts, ['前方施工 slow down']);
});

test(
  'parameters as faults spoil them: half set, half told, cut, refused, passed over',
  { timeout: 60_000 },
  async () => {
    const pair = [makeParameter(0x0055, 61), makeParameter(0x0056, 9)] as const;
    let vehicle = await online({ faults: { parameters: 'half-set' } });
    assert.equal(await set(...pair), 1);
    assert.deepEqual(await read(0x0055, 0x0056), { '55': '0000003d', '56': '0000000a' });
    vehicle = await again(vehicle, { faults: { parameters: 'half-told' } });
    assert.deepEqual(await read(0x0055, 0x0056), { '55': '0000003d' });
    vehicle = await again(vehicle, { faults: { parameters: 'wrong-length' } });
    assert.deepEqual(await read(0x0055), { '55': '000000' });
    vehicle = await again(vehicle, { faults: { parameters: 'refuses' } });
    assert.equal(await set(makeParameter(0x0055, 70)), 1);
    assert.deepEqual(await read(0x0055), { '55': '0000003d' });
    await again(vehicle, { faults: { parameters: 'ignores' } });
    assert.equal(await set(makeParameter(0x0055, 71), { id: 0xf00d, raw: Uint8Array.of(1) }), 0);
    assert.deepEqual(await read(0x0055, 0xf00d), { '55': '00000047' });
  },
);

test('late and silent: the answer comes after its seconds, or not at all', { timeout: 60_000 }, async () => {
  const vehicle = await online({ faults: { lateParametersS: 5 } });
  made.platform.send(p8103SetParameters, { params: [makeParameter(0x0055, 62)] });
  await caughtUp(); // the vehicle has it
  const isAnswer = ({ id, body }: Heard): boolean => id === 0x0001 && body[2] === 0x81 && body[3] === 0x03;
  assert.deepEqual(
    (await pass(10)).filter(isAnswer).map(({ second }) => second),
    [5],
  );
  await again(vehicle, { faults: { parameters: 'silent' } });
  made.platform.send(p8103SetParameters, { params: [makeParameter(0x0055, 63)] });
  assert.deepEqual((await pass(30)).filter(isAnswer), []);
});

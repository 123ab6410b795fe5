// Driver assistance, driver monitoring and blind spots over real sockets: what is set through the parameter sheet decides which alarms become
// events, before the device restarts and after it.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { ParameterValues } from '@outrider/contract';
import { type AlarmName, createVehicle, type Vehicle } from '../apps/simulator/src/index.ts';
import { afterwards } from './support/cleanup.ts';
import { asJson, Channel, httpCall, type Json } from './support/operator.ts';
import { cheapKeeper, HOST, startServer, temporaryFolder } from './support/server.ts';
import { until } from './support/until.ts';

const ID = '13800000101';
const PATH = `/gkserver/gkdevicesetup/${ID}`;
const SET_PARAMETERS = 0x8103;
/** Codes of the event catalogue that these alarms begin with. */
const CODES = {
  'lane-departure': [700, 702],
  'forward-collision': [704],
  'pedestrian-collision': [706],
  'too-close': [708, 710],
  'driver-fatigue': [740],
  'phone-call': [742],
  smoking: [744],
  distracted: [746],
  'driver-absent': [748],
  'camera-shielded': [750],
  'eye-mask': [756],
  'mouth-mask': [766],
  'blind-spot': [772],
  'blind-spot-right': [774],
} as const satisfies Partial<Record<AlarmName, readonly number[]>>;
type Named = keyof typeof CODES;
const LEFT = 700;
const RIGHT = 702;
/** Nothing that is set here holds it back. */
const MARK = { name: 'harsh-braking', code: 102 } as const;

const setScene = async (t: TestContext) => {
  const server = await startServer(t, {}, { keeper: cheapKeeper });
  const channel = await Channel.signedIn(server);
  afterwards(t, () => channel.close());
  await channel.get('D01', { I: ID, C: 4 });
  const options = {
    host: HOST,
    port: server.ports.jt808,
    phone: `0${ID}`,
    parked: true,
    vendorBlock: true,
    intervalMs: 3_600_000,
    reconnectMs: 50,
    stateFile: join(await temporaryFolder(t), 'state.json'),
  };
  const start = async (): Promise<Vehicle> => {
    const made = createVehicle(options);
    afterwards(t, () => made.stop());
    made.start();
    await made.whenOnline();
    return made;
  };
  let vehicle = await start();
  const heard: number[] = [];
  const { user, hash } = server.admin;
  const socket = new WebSocket(`ws://${HOST}:${server.ports.stream}/event.cgi?user=${user}&password=${hash}`);
  socket.addEventListener('message', ({ data }) => {
    for (const line of String(data).split('\n'))
      if (line !== '') heard.push(Number(asJson(JSON.parse(line))['appdevid']));
  });
  afterwards(t, () => socket.close());
  await until('the event socket', () => socket.readyState === WebSocket.OPEN);
  const call = async (method: 'POST' | 'PUT', input: Json): Promise<Json> => {
    const { status, body } = await httpCall(server.ports.http, method, PATH, { account: server.admin, input });
    assert.equal(status, 200, JSON.stringify(body));
    return asJson(body);
  };
  /** The codes of the events that an alarm of the vehicle becomes. */
  const raised = async (name: Named): Promise<number[]> => {
    const from = heard.length;
    vehicle.sendAlarm(name);
    vehicle.sendAlarm(MARK.name);
    await until('what came after it', () => heard.indexOf(MARK.code, from) >= 0);
    return heard.slice(from);
  };
  return {
    vehicle: () => vehicle,
    restart: async () => {
      const second = Math.floor(Date.now() / 1000);
      await vehicle.stop();
      // It counts its alarms anew in each second: two of the same second would have the same sign.
      await until('another second', () => Math.floor(Date.now() / 1000) > second);
      vehicle = await start();
    },
    /** As the device answers a second question. */
    set: async (deviceParams: ParameterValues) => {
      const { kept, differs } = await call('PUT', { deviceParams });
      assert.deepEqual([kept, differs], [deviceParams, []]);
    },
    current: async (): Promise<Json> => asJson(asJson((await call('POST', {}))['data'])['current']),
    raised,
    /** Whether an alarm of the vehicle becomes an event. */
    raises: async (name: Named): Promise<boolean> => {
      const codes: readonly number[] = CODES[name];
      return (await raised(name)).some((code) => codes.includes(code));
    },
  };
};

test('enables of 0xF364 and 0xF365 end the alarms of items 0x64 and 0x65, after a restart too; nothing else of the block is sent', async (t) => {
  const { vehicle, restart, set, current, raises } = await setScene(t);
  assert.deepEqual([await raises('forward-collision'), await raises('phone-call')], [true, true]);
  const { event_adasen: all } = await current();
  // Forward collision alone, both levels.
  await set({ event_adasen: Number(all) - 0b1100_0000 });
  assert.deepEqual([await raises('forward-collision'), await raises('lane-departure')], [false, true]);
  const [sent] = vehicle()
    .received.filter(({ id }) => id === SET_PARAMETERS)
    .map(({ body }) => Buffer.from(body).toString('hex'));
  assert.match(sent ?? '', /^010000f36438f{22}00010f3ff{82}$/, 'all other bytes are FF: leave them');
  await set({ event_dsmen: 0 });
  assert.deepEqual([await raises('phone-call'), await raises('driver-fatigue')], [false, false]);
  await restart();
  assert.deepEqual([await raises('forward-collision'), await raises('phone-call')], [false, false]);
  assert.equal(await raises('lane-departure'), true);
  assert.equal((await current())['event_dsmen'], 0);
});

const WHOLE = '100,60 100,660 1120,660 1120,60';
const AWAY = '10,50 10,100 100,100 100,50';
const AWAY_RIGHT = '320,50 320,100 400,100 400,50';
/** What is set, what it holds back, and how it was. */
const HOLDS: readonly (readonly [set: ParameterValues, held: Named, before: ParameterValues])[] = [
  [{ adas_speed: 30 }, 'forward-collision', { adas_speed: 0 }],
  [{ adas_fcwfrom: 40 }, 'forward-collision', { adas_fcwfrom: 0 }],
  [{ adas_hmwfrom: 40 }, 'too-close', { adas_hmwfrom: 0 }],
  [{ adas_ldwfrom: 40 }, 'lane-departure', { adas_ldwfrom: 0 }],
  [{ adas_fcwsens: 0 }, 'forward-collision', { adas_fcwsens: 1 }],
  [{ adas_hmwsens: 0 }, 'too-close', { adas_hmwsens: 1 }],
  [{ adas_ldwsens: 0 }, 'lane-departure', { adas_ldwsens: 1 }],
  [{ adas_carwidth: 1400 }, 'lane-departure', { adas_carwidth: 1900 }],
  [{ adas_vpx: 1100 }, 'lane-departure', { adas_vpx: 640 }],
  [{ adas_vpy: 20 }, 'forward-collision', { adas_vpy: 360 }],
  [{ adas_bonnet: 300 }, 'too-close', { adas_bonnet: 650 }],
  [{ MotovisAdas: [0, 0] }, 'forward-collision', { MotovisAdas: [1, 0] }],
  [{ MotovisAdas: [1, 30] }, 'lane-departure', { MotovisAdas: [1, 0] }],
  [{ dsm_sens: 0 }, 'phone-call', { dsm_sens: 1 }],
  [{ dsm_behaviours: 0xfe }, 'camera-shielded', { dsm_behaviours: 0xff }],
  [{ dsm_behaviours: 0xfd }, 'driver-fatigue', { dsm_behaviours: 0xff }],
  [{ dsm_behaviours: 0xfb }, 'distracted', { dsm_behaviours: 0xff }],
  [{ dsm_behaviours: 0xf7 }, 'driver-absent', { dsm_behaviours: 0xff }],
  [{ dsm_behaviours: 0xef }, 'smoking', { dsm_behaviours: 0xff }],
  [{ dsm_behaviours: 0xdf }, 'phone-call', { dsm_behaviours: 0xff }],
  [{ dsm_behaviours: 0xbf }, 'eye-mask', { dsm_behaviours: 0xff }],
  [{ dsm_behaviours: 0x7f }, 'mouth-mask', { dsm_behaviours: 0xff }],
  [{ dsm_points: AWAY }, 'distracted', { dsm_points: WHOLE }],
  [{ bsd_left: AWAY }, 'blind-spot', { bsd_left: WHOLE.replaceAll('1120', '900') }],
  [{ bsd_right: AWAY_RIGHT }, 'blind-spot-right', { bsd_right: WHOLE.replaceAll('100,', '330,') }],
  // The last ones held back by time come last: the one before raised them.
  [{ adas_fcwignore: 100 }, 'forward-collision', { adas_fcwignore: 0 }],
  [{ adas_hmwignore: 100 }, 'too-close', { adas_hmwignore: 0 }],
  [{ adas_ldwignore: 100 }, 'lane-departure', { adas_ldwignore: 0 }],
  [{ dsm_fatigueignore: 600 }, 'driver-fatigue', { dsm_fatigueignore: 0 }],
  [{ dsm_distractionignore: 600 }, 'distracted', { dsm_distractionignore: 0 }],
  [{ dsm_abnormalignore: 600 }, 'eye-mask', { dsm_abnormalignore: 0 }],
];

test('each setting of the vendor block holds back what it is about, and lets it through again', async (t) => {
  const { set, raises } = await setScene(t);
  for (const [values, held, before] of HOLDS) {
    const what = JSON.stringify(values);
    assert.equal(await raises(held), true, `before ${what}`);
    await set(values);
    assert.equal(await raises(held), false, what);
    await set(before);
    assert.equal(await raises(held), true, `after ${what}`);
  }
  assert.equal(await raises('pedestrian-collision'), true);
  await set({ adas_pcwignore: 100 });
  assert.equal(await raises('pedestrian-collision'), false);
});

test('the calibration outlives a restart of the device, and what is no calibration is refused', async (t) => {
  const { restart, set, current, raises } = await setScene(t);
  assert.equal((await current())['dsm_points'], '', 'none from the factory');
  assert.equal(await raises('smoking'), true);
  const calibrated = { adas_vpx: 700, adas_vpy: 300, adas_bonnet: 600, dsm_points: AWAY, bsd_left: AWAY };
  await set(calibrated);
  assert.equal(await raises('smoking'), false);
  await restart();
  const { adas_vpx, adas_vpy, adas_bonnet, dsm_points, bsd_left } = await current();
  assert.deepEqual({ adas_vpx, adas_vpy, adas_bonnet, dsm_points, bsd_left }, calibrated);
  assert.deepEqual([await raises('smoking'), await raises('blind-spot')], [false, false]);
  for (const wrong of [
    { bsd_left: AWAY.replace('10,50', '9,50') },
    { bsd_right: AWAY },
    { dsm_points: '1,1 2,2 3,3' },
    { dsm_points: '1281,1 2,2 3,3 4,4' },
    { adas_vpx: 1281 },
    { adas_camheight: 299 },
    { adas_pcwspeed: 6 },
    { adas_pcwspeed: 101 },
    { adas_fcwspeed: 101 },
  ])
    await assert.rejects(set(wrong), /400|invalid/i, JSON.stringify(wrong));
});

test('the side of the camera decides on which side lanes are left; spoken warnings stand in the log of the device', async (t) => {
  const { vehicle, set, raised } = await setScene(t);
  await set({ adas_camside: 400 });
  for (let time = 0; time < 5; time += 1) assert.ok((await raised('lane-departure')).includes(LEFT));
  await set({ adas_camside: -400 });
  for (let time = 0; time < 5; time += 1) assert.ok((await raised('lane-departure')).includes(RIGHT));
  const spoken = (): number =>
    vehicle()
      .log.texts(500, 0)
      .filter((line) => line.includes('speaks: phone-call')).length;
  await raised('phone-call');
  assert.equal(spoken(), 1);
  await set({ dsm_volume: 3 });
  await raised('phone-call');
  assert.equal(spoken(), 2);
  assert.deepEqual(
    vehicle()
      .log.texts(500, 0)
      .flatMap((line) => /speaks: phone-call at volume (\d)/.exec(line)?.[1] ?? []),
    ['6', '3'],
  );
  await set({ dsm_volume: 0 });
  await raised('phone-call');
  assert.equal(spoken(), 2, 'as loud as nothing');
  await set({ dsm_volume: 6, adas_speakout: 0 });
  await raised('phone-call');
  assert.equal(spoken(), 2);
});

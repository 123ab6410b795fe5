// For which share of a day links of devices stood, by Q09: cut links, a restart, a killed server, and that people hear of their own devices
// alone.
import assert from 'node:assert/strict';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { createApp } from '../apps/server/src/app.ts';
import { toPasswordHash } from '../apps/server/src/kernel/access/credentials.ts';
import { silentLog } from '../apps/server/src/kernel/log.ts';
import { createManualClock } from '../apps/server/src/kernel/manual-clock.ts';
import { afterwards } from './support/cleanup.ts';
import { Device } from './support/device.ts';
import { keyOf } from './support/device-keys.ts';
import { Channel, type Json } from './support/operator.ts';
import { cheapKeeper, temporaryFolder, testConfig } from './support/server.ts';
import { until } from './support/until.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const DAY = Date.UTC(2026, 4, 10) / 1000;
const CUT = '13800000101';
const STAYED = '13800000102';
const AWAY = '13800000103';

/** A server at the start of a day. Time stands still but where the test jumps. */
const setScene = async (t: TestContext) => {
  const clock = createManualClock(DAY * 1000);
  let hash = '';
  const open = async (data: string) => {
    const app = await createApp(testConfig(data), { log: silentLog, clock, keeper: cheapKeeper });
    afterwards(t, () => app.close());
    if (app.initialPassword !== null) hash = toPasswordHash(app.initialPassword);
    const ended: string[] = [];
    app.bus.subscribe('link.offline', ({ deviceId }) => ended.push(deviceId));
    const signIn = () => Channel.signedIn({ ports: app.ports, admin: { user: 'admin', hash } });
    return { app, operator: await signIn(), signIn, ended };
  };
  const connect = async ({ app }: Awaited<ReturnType<typeof open>>, phone: string): Promise<Device> => {
    const device = await Device.online(app.ports.jt808, { phone });
    afterwards(t, () => device.close());
    return device;
  };
  const at = (hours: number): void => clock.jumpTo(DAY * 1000 + hours * HOUR_MS);
  return { data: await temporaryFolder(t), clock, open, connect, at };
};

/** Signed in each time: sessions end in the hours that are jumped over. */
const usage = async ({ signIn }: { signIn: () => Promise<Channel> }, asked: Json = { B: DAY }): Promise<unknown[]> => {
  const operator = await signIn();
  const { Z, A } = await operator.get('Q09', asked);
  operator.close();
  return [Z, A];
};
const of = (cut: number, stayed: number, away: number): string[] => [
  `${CUT}:${cut}`,
  `${STAYED}:${stayed}`,
  `${AWAY}:${away}`,
];

test('[E-ENT-027] a link that was cut for 6 of 24 hours stood for 75 %, also over a restart of the server; the mean is of all devices', async (t) => {
  const { data, open, connect, at } = await setScene(t);
  const first = await open(data);
  for (const I of [CUT, STAYED, AWAY]) await first.operator.get('D01', { I, C: 2 });
  const [cut] = [await connect(first, CUT), await connect(first, STAYED)];
  at(9);
  assert.deepEqual(await usage(first), [of(1, 1, 0), 0.666667]);
  cut.close();
  await until('it is cut', () => first.ended.includes(CUT));
  at(12);
  assert.deepEqual(await usage(first), [of(0.75, 1, 0), 0.583333], 'of the day so far');
  at(15);
  await connect(first, CUT);
  at(20);
  await first.app.close();

  const second = await open(data);
  for (const id of [CUT, STAYED]) await connect(second, id);
  at(30);
  assert.deepEqual(await usage(second), [of(0.75, 1, 0), 0.583333]);
  const half = { B: DAY + 12 * 3600, E: DAY + 18 * 3600 };
  assert.deepEqual(await usage(second, half), [of(0.5, 1, 0), 0.5]);
  assert.deepEqual(await usage(second, { B: DAY - 86_400 }), [of(0, 0, 0), 0]);
  assert.deepEqual(await usage(second, { B: DAY + 2 * 86_400 }), [of(0, 0, 0), undefined], 'a day to come');
});

test('a killed server costs the seconds since it wrote last; while it was off no link stood', async (t) => {
  const { data, clock, open, connect, at } = await setScene(t);
  const first = await open(data);
  await first.operator.get('D01', { I: STAYED, C: 2 });
  await connect(first, STAYED);
  at(1);
  await clock.advanceAsync(5000);
  at(2);
  const killed = join(await temporaryFolder(t), 'data');
  await cp(data, killed, { recursive: true });
  const second = await open(killed);
  assert.deepEqual(await usage(second), [[`${STAYED}:${Math.round(((3600 + 5) / 7200) * 1e6) / 1e6}`], 0.500694]);
});

test('who sees some devices hears of them alone, and the mean is theirs', async (t) => {
  const { data, open, connect, at } = await setScene(t);
  const { app, operator, ended } = await open(data);
  for (const I of [CUT, STAYED]) await operator.get('D01', { I, C: 2 });
  const cut = await connect({ app, operator, ended, signIn: async () => operator }, CUT);
  await connect({ app, operator, ended, signIn: async () => operator }, STAYED);
  at(9);
  cut.close();
  await until('it is cut', () => ended.includes(CUT));
  at(12);
  const mine = await app.groups.add(1, 'Mine');
  await app.groups.setDeviceGroups(keyOf(data, CUT), [mine]);
  const hash = toPasswordHash('Sesame-1');
  await app.users.add({
    name: 'eve',
    passwordHash: hash,
    level: 2,
    rights: new Set(),
    expiresMs: null,
    groupIds: [mine],
  });
  const signIn = () => Channel.signedIn({ ports: app.ports, admin: { user: 'eve', hash } });
  assert.deepEqual(await usage({ signIn }), [[`${CUT}:0.75`], 0.75]);
});

test('Q09 refuses what is no day, and tells of bytes without one', async (t) => {
  const { data, open } = await setScene(t);
  const server = await open(data);
  await server.operator.get('D01', { I: STAYED, C: 2 });
  assert.deepEqual(await usage(server, {}), [[`${STAYED}:0`], undefined]);
  for (const E of [DAY, DAY - 1, DAY + DAY_MS / 1000 + 3601]) {
    const [answer] = await server.operator.ask('Q09', { B: DAY, E });
    assert.notEqual(answer?.['R'], '1', String(E));
  }
});

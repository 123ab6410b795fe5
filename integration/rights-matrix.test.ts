// One matrix: user (level, flags, group with or without the vehicle) x call, command, socket, push and stream. What is expected comes from
// the table written by hand (support/rights-table.ts) and from what the readings say of pushes.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test, type TestContext } from 'node:test';
import { formatRights, type Right, rights } from '@outrider/contract';
import { toPasswordHash } from '../apps/server/src/kernel/access/credentials.ts';
import type { ManualClock } from '../apps/server/src/kernel/manual-clock.ts';
import { afterwards } from './support/cleanup.ts';
import { Device, locationAt } from './support/device.ts';
import { knock } from './support/doors.ts';
import { Channel, type Json } from './support/operator.ts';
import { Recorder } from './support/recorder.ts';
import { type Door, callDoors, commandDoors, mayEnter, otherDoors, pushDoors } from './support/rights-table.ts';
import { HOST, type Account, cheapKeeper, type Server, startDrivenServer, temporaryFolder } from './support/server.ts';
import { until, type Waiting } from './support/until.ts';
import { Viewer } from './support/viewer.ts';

const HASH = toPasswordHash('Sesame-1');
/** In no example of the contract: what a door changes without being told a device is another one. */
const VEHICLE = '13800000177';
const STRANGER = '13800000178';
const SOS = 1;

/** The sign-in is sign-in.test.ts; a script of pages is saved by who is named admin alone, extra-script.test.ts. */
const ELSEWHERE = new Set(['Q02', 'PUT /gkserver/gmsjs']);
const NOTIFY_PLANS = /^(?:POST|PUT|DELETE) \/gkevent\/(?:push|realtime)eventplan$/;
const NO_PLAN = { pushEventPlan: {}, realtimeEventPlan: {}, deviceid: undefined };
const doors = [...callDoors, ...commandDoors, ...otherDoors]
  .filter(({ name }) => !ELSEWHERE.has(name))
  // Without a field: each has a right of its own, see device-editor.test.ts.
  .map((door) => (door.name === 'D04' ? { ...door, ask: { Z: {} } } : door))
  // Plans for all devices are level 0's alone, see notify-plans.test.ts: no plan at all.
  .map((door) => (NOTIFY_PLANS.test(door.name) ? { ...door, ask: { ...NO_PLAN } } : door))
  // Each movement and command has a right of its own, see device-actions.test.ts: no number and no name of any.
  .map((door) => (door.name === 'D12' ? { ...door, ask: { A: 0 } } : door))
  .map((door) => (door.name === 'D17' ? { ...door, ask: { A: 'none', B: {} } } : door))
  // The right of each value: device-setup.test.ts.
  .map((door) =>
    door.name.startsWith('PUT /gkserver/gkdevicesetup/') ? { ...door, ask: { deviceParams: {} } } : door,
  );

/** `holds`: the vehicle is in the group. */
type Row = { name: string; level: number; granted: readonly Right[]; holds: boolean };
type User = Row & { id: number; account: Account; channel: Channel };

/** Of each inner list of the table all flags at once, and each flag by itself: one of two is enough where the table says so. */
const withdrawn = (): readonly (readonly string[])[] => {
  const lists = doors.flatMap(({ needs }) => (typeof needs === 'object' && !('level' in needs) ? needs : []));
  const all = [...lists, ...lists.flat().map((each) => [each])];
  return [...new Map(all.map((flags) => [flags.join(' '), flags])).values()];
};
const without = (gone: readonly string[]): Right[] => rights.filter((right) => !gone.includes(right));

/** Every level with every flag and with none, in a group with the vehicle and in another; and each flag missing, on levels in turn. */
const rows = (): Row[] => {
  const asked = withdrawn().flat();
  const rowsOfLevels = [0, 1, 2, 3, 7].flatMap((level): Row[] => [
    { name: `l${level}-all-with`, level, granted: rights, holds: true },
    { name: `l${level}-all-outside`, level, granted: rights, holds: false },
    { name: `l${level}-bare-with`, level, granted: [], holds: true },
    { name: `l${level}-bare-outside`, level, granted: [], holds: false },
  ]);
  return [
    ...rowsOfLevels,
    ...withdrawn().map((flags, n): Row => ({
      name: `no-${flags.join('-')}`,
      level: 1 + (n % 3),
      granted: without(flags),
      holds: true,
    })),
    // Flags that no door asks for make no difference, together or alone.
    { name: 'no-others', level: 1, granted: rights.filter((right) => asked.includes(right)), holds: true },
    { name: 'only-others', level: 1, granted: without(asked), holds: true },
  ];
};

const reaches = ({ level, holds }: Row): boolean => level === 0 || holds;
const expected = (door: Door, user: Row): 'enters' | 'forbidden' | 'unknown' => {
  if (!mayEnter(door.needs, user.level, user.granted)) return 'forbidden';
  return door.device !== undefined && !reaches(user) ? 'unknown' : 'enters';
};

type Scene = {
  server: Server & { clock: ManualClock };
  users: User[];
  waiting: Waiting;
  /** The group without the vehicle, and the vehicle's key. */
  outside: number;
  vehicleKey: number;
};

const setScene = async (t: TestContext, chosen: readonly Row[] = rows()): Promise<Scene> => {
  const consoleFolder = await temporaryFolder(t);
  await writeFile(join(consoleFolder, 'index.html'), '<html></html>');
  const overrides = { keeper: cheapKeeper, consoleFolder, restart: () => undefined };
  const server = await startDrivenServer(t, { acmeDirectory: `https://${HOST}:9/nobody` }, overrides);
  server.clock.jumpTo(Date.UTC(2026, 9, 1)); // behind the examples of the contract
  const waiting = { between: () => server.clock.advance(10) };
  const admin = await Channel.signedIn(server, server.admin, waiting);
  await admin.get('D01', { I: VEHICLE, C: 2 });
  admin.close();
  const database = new DatabaseSync(join(server.data, 'outrider.sqlite'), { readOnly: true });
  const vehicleKey = Number(database.prepare('SELECT key FROM devices WHERE id = ?').get(VEHICLE)?.['key']);
  database.close();
  const { groups, users } = server.app;
  const [within, outside] = [await groups.add(1, 'within'), await groups.add(1, 'outside')];
  await groups.setDeviceGroups(vehicleKey, [within]);
  const made: User[] = [];
  for (const row of chosen) {
    const { id } = await users.add({
      name: row.name,
      passwordHash: HASH,
      level: row.level,
      rights: new Set(row.granted),
      expiresMs: null,
      groupIds: [row.holds ? within : outside],
    });
    const account = { user: row.name, hash: HASH };
    made.push({ ...row, id, account, channel: await Channel.signedIn(server, account, waiting) });
  }
  return { server, users: made, waiting, outside, vehicleKey };
};

/** Done, or taken up and wrong in what it says of itself: what it names is not there, or not in the state for it. */
const ENTERED = [101, 200, 400, 404, 409, 422];
/** They take bytes, and are knocked at with JSON. */
const WITH_BYTES = new Set(['PUT /gkserver/firmware/{ticket}', 'PUT /gkserver/facephoto/{ticket}']);
/** They ask another server, which is not there. */
const ASK_OTHERS = new Set(['POST /gkserver/certbot', 'PUT /gkserver/certbot']);
const plain = (words: string, id: string): string => words.replaceAll(id, '');

/** In two halves: each is a test of its own, with its own time. */
for (const half of [0, 1])
  test(`user x call, command, page and socket: each answers as the table says, and never fails (${half + 1} of 2)`, async (t) => {
    const { server, users } = await setScene(
      t,
      rows().filter((_row, n) => n % 2 === half),
    );
    for (const user of users) {
      for (const door of doors) {
        const { status, words } = await knock(server, door, user, VEHICLE);
        const told = `${user.name}: ${door.name} answered ${status} ${words.slice(0, 200)}`;
        const want = expected(door, user);
        assert.equal(status === 403, want === 'forbidden', told);
        if (want === 'forbidden') continue;
        const entered = [...ENTERED, ...(ASK_OTHERS.has(door.name) ? [503] : [])];
        assert.ok(entered.includes(status) || (status === 415 && WITH_BYTES.has(door.name)), told);
        if (door.device === undefined) continue;
        const none = await knock(server, door, user, 'NONE');
        const same = status === none.status && plain(words, VEHICLE) === plain(none.words, 'NONE');
        assert.equal(same, want === 'unknown', `${told}; of no device ${none.status} ${none.words.slice(0, 200)}`);
      }
      user.channel.close();
    }
  });

/** What one user hears: pushes of the main channel, in rows and in columns, the event socket, the live stream. */
type Ears = { user: User; columns: Channel; events: string[]; live: Viewer };

const listen = async (t: TestContext, { server, waiting }: Scene, user: User): Promise<Ears> => {
  const columns = await Channel.signedIn(server, user.account, waiting);
  afterwards(t, () => [user.channel, columns].forEach((each) => each.close()));
  await user.channel.get('P01', { A: 'all' });
  await columns.get('P01', { A: 'all', D: 1 });
  const events: string[] = [];
  if (mayEnter([['F_event']], user.level, user.granted)) {
    const { hash } = user.account;
    const socket = new WebSocket(`ws://${HOST}:${server.ports.stream}/event.cgi?user=${user.name}&password=${hash}`);
    afterwards(t, () => socket.close());
    socket.addEventListener('message', ({ data }) => events.push(String(data)));
    await once(socket, 'open');
  }
  const live = await Viewer.open(server.ports.stream, user.account, VEHICLE, { waiting });
  afterwards(t, () => live.close());
  return { user, columns, events, live };
};

const told = ({ pushes }: Channel, code: string): Json[] => pushes.filter(({ M }) => M === code);
const names = (lines: readonly unknown[], id: string): boolean => JSON.stringify(lines).includes(id);

/** What each ear heard, by the name of what it heard. */
const heard = ({ user, columns, events, live }: Ears): Record<string, boolean> => ({
  P02: names(told(user.channel, 'P02'), VEHICLE),
  P06: names(told(columns, 'P06'), VEHICLE),
  P07: names(told(user.channel, 'P07'), STRANGER),
  event: names(events, VEHICLE),
  live: live.videos.length > 0,
});

/** Who is to hear it, by the readings: own groups only, unregistered devices level 0 only; events and pictures by their flags too. */
const hears = (user: Row): Record<string, boolean> => ({
  P02: reaches(user),
  P06: reaches(user),
  P07: user.level === 0,
  event: reaches(user) && mayEnter([['F_event']], user.level, user.granted),
  live: reaches(user) && mayEnter([['P_live', 'P_tree']], user.level, user.granted),
});

/** Nothing more is on its way: what is told once a second was told, and each channel answers behind it. */
const settle = async ({ server, users }: Scene): Promise<void> => {
  for (let step = 0; step < 30; step += 1) server.clock.advance(100);
  for (const { channel } of users) await channel.get('Q01');
  for (const { channel } of users) await channel.get('Q01');
};

test('user x push and stream: positions, strangers, events and pictures reach whom they are for, and nobody else', async (t) => {
  const scene = await setScene(t);
  const { server, users, waiting } = scene;
  const all: Ears[] = [];
  for (const user of users) all.push(await listen(t, scene, user));
  const recorder = await Recorder.online(server.ports, { phone: VEHICLE, waiting });
  const stranger = await Device.online(server.ports.jt808, { phone: STRANGER, waiting });
  afterwards(t, () => [recorder, stranger].forEach((each) => each.close()));
  await recorder.device.locate(locationAt(server.clock.now(), { alarm: SOS }));
  await stranger.locate(locationAt(server.clock.now()));
  await until('the device dials in', () => recorder.cameras.length > 0, waiting);
  recorder.camera.send(1, { key: true });
  const stillDeaf = (): string[] =>
    all
      .filter((ears) => Object.entries(hears(ears.user)).some(([what, does]) => does && !(heard(ears)[what] ?? false)))
      .map(({ user }) => user.name);
  await until('all hear what is theirs', () => stillDeaf().length === 0, waiting).catch((error: unknown) => {
    throw new Error(`they heard nothing of what is theirs: ${stillDeaf().join()}`, { cause: error });
  });
  await settle(scene);
  for (const ears of all) assert.deepEqual(heard(ears), hears(ears.user), ears.user.name);
});

test('user x push: another level, other flags and other groups are told to whom they concern, and nobody else', async (t) => {
  const scene = await setScene(t);
  const { server, users, outside, vehicleKey, waiting } = scene;
  for (const { channel } of users) {
    await channel.get('P01', { A: 'all' });
    afterwards(t, () => channel.close());
  }
  const changed = users.find(({ name }) => name === 'l2-bare-with');
  assert.ok(changed);
  const flags = new Set<Right>(['P_dash', 'F_gps']);
  await server.app.users.change(changed.id, { rights: flags });
  await until('P04', () => told(changed.channel, 'P04').length === 1, waiting);
  await server.app.groups.link(vehicleKey, outside);
  const gains = (user: Row): boolean => !reaches(user);
  await until('P03', () => users.every((user) => !gains(user) || told(user.channel, 'P03').length > 0), waiting);
  const sorted = ({ level, holds }: Row): boolean => level === 0 || !holds;
  await until('P05', () => users.every((user) => !sorted(user) || told(user.channel, 'P05').length > 0), waiting);
  await settle(scene);
  for (const { name, level, channel, holds } of users) {
    const what = (code: string): boolean => told(channel, code).length > 0;
    assert.deepEqual(
      { name, P03: what('P03'), P04: told(channel, 'P04'), P05: what('P05') },
      {
        name,
        P03: level > 0 && !holds,
        P04: name === changed.name ? [{ M: 'P04', L: 2, F: formatRights(flags) }] : [],
        P05: level === 0 || !holds,
      },
    );
  }
  assert.deepEqual(
    pushDoors.map(({ name }) => name),
    ['P02', 'P03', 'P04', 'P05', 'P06', 'P07', 'DB3', 'DB4', 'DB5', 'DB6'],
    'each push is in one of these two tests, the last four in trace.test.ts',
  );
});

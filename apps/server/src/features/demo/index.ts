// The demo: registers a fleet through the product's own calls, puts it into groups, lets the simulator drive it, and clears it again.
// Writes nothing behind the server's back.
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Clock } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';
import { setFirstLayout } from '../first-layout/index.ts';
import type { Settings } from '../settings/index.ts';
import { type ChannelClient, openChannel } from './channel-client.ts';
import { FleetProcess } from './fleet-process.ts';
import { type DemoAccounts, makeGroups, remembered, SETTING } from './groups.ts';
import { takeTour } from './tour.ts';
import {
  CHANNEL_NAMES,
  DEMO_CHANNELS,
  DEMO_USER,
  FIRST_LAYOUT,
  demoCast,
  demoVehicles,
  firstTiles,
  fleetOptions,
} from './vehicles.ts';

export type { DemoAccounts } from './groups.ts';

export type DemoKit = {
  settings: Settings;
  clock: Clock;
  log: Log;
  /** Where this machine reaches the server. */
  host: string;
  secure: boolean;
  ports: { http: number; jt808: number; stream: number };
  /** A sign-in link of an administrator, made for the demo. */
  makeLink: () => Promise<{ e: string; h: string }>;
  /** The folder of the simulator. */
  simulatorFolder: string;
  dataFolder: string;
  vehicles: number;
  /** How many seconds of yesterday are fetched from a recorder that is looked at. */
  footageSeconds: number;
  setRoads: (path: string | null) => void;
  accounts: DemoAccounts;
  /** Has the server record these devices, bounded in days and bytes. */
  record: (deviceIds: readonly string[], bound: { days: number; maxBytes: number }) => Promise<void>;
};

export type Demo = { readonly pid: number | undefined; close(): Promise<void> };

const ALREADY = '409';
const GONE = '404';
/** recenable: no recording. */
const LIVE_ONLY = 0;
/** How many are recorded, so that playback has something to show, and how much of them is kept. */
const RECORDED = 2;
const RECORDED_DAYS = 2;
const RECORDED_BYTES = 2 * 1024 ** 3;
/** How many are looked at, talked with and asked for footage of yesterday. */
const TOURED = 2;

/** False after the demo was removed: then only an explicit request sets it up again. */
export const demoWanted = (settings: Settings): boolean => settings.get(SETTING, remembered)?.removed !== true;

const session = z.looseObject({ K: z.string() });

const signedIn = async <T>(kit: DemoKit, work: (client: ChannelClient, token: string) => Promise<T>): Promise<T> => {
  const host = kit.host.includes(':') ? `[${kit.host}]` : kit.host;
  const client = await openChannel(`${kit.secure ? 'wss' : 'ws'}://${host}:${kit.ports.http}/command`, kit.clock);
  try {
    const answer = await client.ask({ M: 'Q02', ...(await kit.makeLink()) });
    if (answer.R !== '1') throw new Error(`The demo could not sign in: ${answer.R}`);
    return await work(client, session.parse(answer).K);
  } finally {
    client.close();
  }
};

/** Registers what is not registered yet. A vehicle the operator removed before stays removed. */
const register = async (kit: DemoKit): Promise<void> => {
  const before = kit.settings.get(SETTING, remembered);
  const known = new Set(before?.removed === false ? before.deviceIds : []);
  const wanted = demoCast(kit.vehicles).registered.filter(({ id }) => !known.has(id));
  if (wanted.length === 0) return;
  await signedIn(kit, async (client) => {
    for (const { id, name, plate, driver } of wanted) {
      const details = { drivername: driver, vehicleid: name, plate, chnames: CHANNEL_NAMES };
      const { R, Z } = await client.ask({ M: 'D01', I: id, C: DEMO_CHANNELS, Z: details });
      if (R !== '1' && R !== ALREADY) throw new Error(`The demo could not register ${name}: ${String(Z)}`);
    }
  });
  await kit.settings.set(SETTING, { ...before, removed: false, deviceIds: [...known, ...wanted.map(({ id }) => id)] });
};

/** Lays out the tree view for browsers in which nobody has done it, the first time only. */
const layOut = async (kit: DemoKit): Promise<void> => {
  const before = kit.settings.get(SETTING, remembered);
  if (before?.removed !== false || before.layout === true) return;
  await setFirstLayout(kit.settings, { name: FIRST_LAYOUT, tiles: firstTiles(before.deviceIds) });
  await kit.settings.set(SETTING, { ...before, layout: true });
};

/** Has somebody look around, the first time only. A tour that cannot be taken is no reason to have no demo. */
const tour = async (kit: DemoKit, signal: AbortSignal): Promise<void> => {
  const before = kit.settings.get(SETTING, remembered);
  if (before?.removed !== false || before.toured === true) return;
  const { host, secure, ports, clock, footageSeconds } = kit;
  try {
    await signedIn(kit, (client, token) =>
      takeTour(
        { client, token, host, secure, ports, clock, footageSeconds, signal },
        before.deviceIds.slice(0, TOURED),
      ),
    );
    const now = kit.settings.get(SETTING, remembered);
    if (now?.removed === false) await kit.settings.set(SETTING, { ...now, toured: true });
  } catch (err) {
    if (!signal.aborted) kit.log.warn('the demo was not looked around', { err });
  }
};

/** Registers the fleet the first time and starts it. Rejects when the simulator is not there or a registration fails. */
export const startDemo = async (kit: DemoKit): Promise<Demo> => {
  const script = join(kit.simulatorFolder, 'src/main.ts');
  if (!existsSync(script)) throw new Error('The simulator is not part of this installation.');
  await register(kit);
  await makeGroups(kit);
  await layOut(kit);
  const recorded = demoVehicles(kit.vehicles).slice(0, RECORDED);
  await kit.record(
    recorded.map(({ id }) => id),
    { days: RECORDED_DAYS, maxBytes: RECORDED_BYTES },
  );
  const roads = join(kit.simulatorFolder, 'roads/roads.geojson');
  if (existsSync(roads)) kit.setRoads(roads);
  const stateFolder = join(kit.dataFolder, 'demo');
  mkdirSync(stateFolder, { recursive: true, mode: 0o700 });
  const options: Record<string, string | number> = {
    host: kit.host,
    port: kit.ports.jt808,
    ...fleetOptions(kit.vehicles),
    report: 0,
    'state-dir': stateFolder,
  };
  const faults = demoCast(kit.vehicles).faults.flatMap((fault) => ['--fault', fault]);
  const args = [...Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]), ...faults];
  const fleet = new FleetProcess({
    clock: kit.clock,
    log: kit.log,
    script,
    args: [...args, '--alarms', '--vendor-block'],
  });
  const ending = new AbortController();
  const toured = tour(kit, ending.signal);
  return {
    get pid() {
      return fleet.pid;
    },
    async close() {
      kit.setRoads(null);
      ending.abort();
      await toured;
      await fleet.close();
    },
  };
};

/** Unregisters the demo's vehicles, takes its groups and account away, and remembers that it is gone. Gives how many were removed. */
export const removeDemo = async (kit: DemoKit): Promise<number> => {
  const before = kit.settings.get(SETTING, remembered);
  const ids = before?.removed === false ? before.deviceIds : [];
  if (ids.length > 0)
    await signedIn(kit, async (client) => {
      for (const id of ids) {
        await client.ask({ M: 'D04', I: id, Z: { recenable: LIVE_ONLY } }); // nothing more is written behind the next line
        await client.ask({ M: 'D13', I: id }); // its recordings; there may be none
        const { R, Z } = await client.ask({ M: 'D02', I: id });
        if (R !== '1' && R !== GONE) throw new Error(`The demo could not remove ${id}: ${String(Z)}`);
      }
    });
  const { groupIds = [] } = before ?? {};
  if (before?.user === true) await kit.accounts.removeUser(DEMO_USER);
  for (const id of groupIds) await kit.accounts.removeGroup(id); // oxlint-disable-line no-await-in-loop -- two of them
  if (before?.layout === true) await setFirstLayout(kit.settings, null);
  await kit.settings.set(SETTING, { removed: true, deviceIds: [] });
  return ids.length;
};

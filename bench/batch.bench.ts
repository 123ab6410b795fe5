// One value set in a thousand simulated vehicles at once: until the last has it and says so itself, and how long a camera order takes
// meanwhile, against the same orders while nothing else is asked.
import { createVehicle, type Vehicle } from '../apps/simulator/src/index.ts';
import { asJson, asList, Channel, httpCall } from '../integration/support/operator.ts';
import { HOST } from '../integration/support/server.ts';
import { until } from '../integration/support/until.ts';
import { type Bench, limitRow, type Row } from '../tools/bench-row.ts';
import { quantile, scaled, wait } from './support/scale.ts';
import { ServerProcess, withFolder } from './support/server-process.ts';
import type { Watched } from './support/thread-watch.ts';

const VEHICLES = scaled(1000, 10);
const FIRST_PHONE = 13_800_200_001;
const DIALLED_AT_ONCE = 50;
const CALM_MS = scaled(10_000, 1000);
const PTZ_EVERY_MS = 50;
const LOOK_MS = 500;
const SPEED_LIMIT = 70;
const BATCH_GOAL_S = 60;
const PTZ_GOAL_MS = 100;
const DEADLINE_MS = 300_000;

const phones = Array.from({ length: VEHICLES }, (_, i) => String(FIRST_PHONE + i));

const fleetOf = async ({ ports }: ServerProcess): Promise<Vehicle[]> => {
  const fleet = phones.map((phone) =>
    createVehicle({ host: HOST, port: ports.jt808, phone, channels: 1, clips: null, intervalMs: 60_000 }),
  );
  for (let from = 0; from < fleet.length; from += DIALLED_AT_ONCE) {
    const some = fleet.slice(from, from + DIALLED_AT_ONCE);
    for (const vehicle of some) vehicle.start();
    await Promise.all(some.map((vehicle) => vehicle.whenOnline()));
  }
  return fleet;
};

/** Turns cameras of one vehicle after another until `over`; how long each answer took. */
const turnCameras = async (operator: Channel, over: AbortSignal): Promise<number[]> => {
  const tookMs: number[] = [];
  for (let n = 0; !over.aborted; n += 1) {
    const I = phones[(n * 7) % phones.length];
    const fromMs = performance.now();
    await operator.get('D12', { I, C: 1, A: n % 2 === 0 ? 'UP' : 'STOP' });
    tookMs.push(performance.now() - fromMs);
    await wait(PTZ_EVERY_MS);
  }
  return tookMs;
};

const during = async <T>(operator: Channel, act: () => Promise<T>): Promise<{ result: T; tookMs: number[] }> => {
  const over = new AbortController();
  const turning = turnCameras(operator, over.signal);
  const result = await act().finally(() => over.abort());
  return { result, tookMs: await turning };
};

/** Seconds until every vehicle has the value, by its own word. */
const setEverywhere = async (server: ServerProcess, fleet: readonly Vehicle[]): Promise<number> => {
  const path = '/gkserver/parambatch';
  const ask = { account: server.admin };
  const fromMs = performance.now();
  const input = { deviceids: phones, deviceParams: { sys_spdlimit: SPEED_LIMIT } };
  const begun = await httpCall(server.ports.http, 'POST', path, { ...ask, input });
  const id = asJson(begun.body)['batchid'];
  if (begun.status !== 200) throw new Error(`the batch was answered ${begun.status}`);
  const isDone = async (): Promise<boolean> => {
    await wait(LOOK_MS);
    const { body } = await httpCall(server.ports.http, 'GET', path, ask);
    const batch = asList(body).find(({ batchid }) => batchid === id);
    return asJson(batch?.['counts'])['done'] === VEHICLES;
  };
  await until('all have it', isDone, { deadlineMs: DEADLINE_MS });
  if (fleet.some((vehicle) => vehicle.parameters.number(0x0055, 0) !== SPEED_LIMIT))
    throw new Error('a vehicle counts as done without the value');
  return (performance.now() - fromMs) / 1000;
};

const rowsOf = (seconds: number, calm: readonly number[], busy: readonly number[], watched: Watched): Row[] => {
  const p99 = quantile(busy, 0.99);
  return [
    limitRow(`one parameter of ${VEHICLES} vehicles set and read back`, { value: seconds, unit: 's' }, BATCH_GOAL_S),
    {
      ...limitRow('a camera order meanwhile, 99th percentile', { value: p99, unit: 'ms' }, PTZ_GOAL_MS),
      yardstick: `with nothing else asked, ${quantile(calm, 0.99).toPrecision(3)} ms; ${busy.length} orders`,
      ratio: p99 / quantile(calm, 0.99),
    },
    limitRow('delay of the main thread meanwhile, 99th percentile', { value: watched.p99Ms, unit: 'ms' }, 10),
  ];
};

const run = (): Promise<Row[]> =>
  withFolder(async (folder) => {
    const server = await ServerProcess.start(folder);
    try {
      await server.register(phones, 1);
      const operator = await Channel.signedIn(server);
      const fleet = await fleetOf(server);
      const calm = await during(operator, () => wait(CALM_MS));
      await server.watch();
      const busy = await during(operator, () => setEverywhere(server, fleet));
      const watched = await server.watched();
      operator.close();
      await Promise.all(fleet.map((vehicle) => vehicle.stop()));
      return rowsOf(busy.result, calm.tookMs, busy.tookMs, watched);
    } finally {
      await server.stop();
    }
  });

export const bench: Bench = { name: 'batch', yardstick: 'the same camera orders while nothing else is asked', run };

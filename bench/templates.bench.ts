// The page of a hundred templates for ten thousand vehicles, of which each has said what it holds: how long its answer takes and how large it is,
// saving one of them, and how long the main thread is held up meanwhile. Against the same server while nobody asks.
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { asJson, asList, httpCall } from '../integration/support/operator.ts';
import { type Bench, limitRow, type Row } from '../tools/bench-row.ts';
import { median, scaled, wait } from './support/scale.ts';
import { ServerProcess, withFolder } from './support/server-process.ts';

const VEHICLES = scaled(10_000, 100);
const TEMPLATES = scaled(100, 5);
const FIRST_PHONE = 13_800_300_001;
const LOOKS = 5;
const CALM_MS = scaled(5000, 500);
const LIST_GOAL_MS = 5000;
const SAVED_GOAL_MS = 1000;
const THREAD_GOAL_MS = 10;
const ANSWER_GOAL_KB = 100;
const PATH = '/gkserver/paramtemplate';
const SHEET = { sys_spdlimit: 60, sys_osperiod: 3, net_hbsec: 12 };

/** One in ten holds something else, one in fifty does not take it. */
const holdStates = (folder: string): void => {
  const database = new DatabaseSync(join(folder, 'outrider.sqlite'));
  const keys = database.prepare('SELECT key FROM devices ORDER BY key').all();
  const add = database.prepare('INSERT INTO parameter_states VALUES (?, ?, ?, ?, ?, 0, 0)');
  database.exec('BEGIN');
  for (const [i, { key }] of keys.entries()) {
    const has = { ...SHEET, ...(i % 10 === 0 && { sys_spdlimit: 90 }) };
    const refused = i % 50 === 0 ? { sys_spdlimit: 60 } : {};
    add.run(Number(key), 1_790_000_000_000, JSON.stringify(has), '[]', JSON.stringify(refused));
  }
  database.exec('COMMIT');
  database.close();
};

const ask = async (server: ServerProcess, method: 'GET' | 'POST', input = {}) => {
  const fromMs = performance.now();
  const { status, body } = await httpCall(server.ports.http, method, PATH, { account: server.admin, input });
  if (status !== 200) throw new Error(`answered ${status}`);
  return { body, tookMs: performance.now() - fromMs };
};
const add = (server: ServerProcess, i: number) =>
  ask(server, 'POST', { name: `Template ${i}`, deviceParams: SHEET, groupids: [1], keep: false });

const measure = async (server: ServerProcess): Promise<Row[]> => {
  await wait(CALM_MS);
  await server.watch();
  await wait(CALM_MS);
  const calm = await server.watched();
  await server.watch();
  const looks: number[] = [];
  const bodies: unknown[] = [];
  for (let look = 0; look < LOOKS; look += 1) {
    const { body, tookMs } = await ask(server, 'GET');
    looks.push(tookMs);
    bodies.push(body);
  }
  const saved = await add(server, TEMPLATES);
  const watched = await server.watched();
  const counts = asJson(asList(bodies[0])[0]?.['counts']);
  const sum = Object.values(counts).reduce<number>((all, count) => all + Number(count), 0);
  if (sum !== VEHICLES || counts['refused'] === 0 || counts['differs'] === 0) throw new Error('wrong counts');
  const kb = Buffer.byteLength(JSON.stringify(bodies[0])) / 1024;
  const size = `${TEMPLATES} templates for ${VEHICLES} vehicles`;
  return [
    limitRow(`${size}: the list, at first`, { value: looks[0] ?? Number.NaN, unit: 'ms' }, LIST_GOAL_MS),
    limitRow(`${size}: the list, median`, { value: median(looks), unit: 'ms' }, LIST_GOAL_MS),
    limitRow('its answer', { value: kb, unit: 'KB' }, ANSWER_GOAL_KB),
    limitRow('one more is saved', { value: saved.tookMs, unit: 'ms' }, SAVED_GOAL_MS),
    {
      ...limitRow(
        'longest delay of the main thread meanwhile',
        { value: watched.longestMs, unit: 'ms' },
        THREAD_GOAL_MS,
      ),
      yardstick: `while nobody asks, ${calm.longestMs.toPrecision(3)} ms`,
      ratio: watched.longestMs / calm.longestMs,
    },
    limitRow('its 99th percentile', { value: watched.p99Ms, unit: 'ms' }, THREAD_GOAL_MS),
    limitRow(
      'most work of the main thread without a pause',
      { value: watched.mostWorkedMs, unit: 'ms CPU' },
      THREAD_GOAL_MS,
    ),
  ];
};

const run = (): Promise<Row[]> =>
  withFolder(async (folder) => {
    const first = await ServerProcess.start(folder);
    const { admin } = first;
    await first.register(
      Array.from({ length: VEHICLES }, (_, i) => String(FIRST_PHONE + i)),
      1,
    );
    await first.stop();
    holdStates(folder);
    const server = await ServerProcess.start(folder, { admin });
    try {
      for (let i = 0; i < TEMPLATES - 1; i += 1) await add(server, i);
      return await measure(server);
    } finally {
      await server.stop();
    }
  });

export const bench: Bench = { name: 'templates', yardstick: 'the same server while nobody asks', run };

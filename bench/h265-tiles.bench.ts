// Nine live H.265 tiles in a real browser that has no decoder for it and no graphics card, on a secure page and on plain http: what they
// cost, and whether every picture is shown. The server and the recorder run in this process; only the browser's processes are counted.
import { setTimeout as wait } from 'node:timers/promises';
import type { Browser } from '@playwright/test';
import { createVehicle, loadClips, loadH265Clips } from '../apps/simulator/src/index.ts';
import { insecureHost } from '../e2e/browser.ts';
import { type StageServer, startStageServer } from '../e2e/fixture.ts';
import { HOST } from '../integration/support/server.ts';
import { type Bench, type Row, limitRow } from '../tools/bench-row.ts';
import { openBrowser } from './support/browser.ts';
import { measureCores, openTiles, readShown, registerDevice } from './support/live-tiles.ts';

const TILES = 9;
const SETTLE_MS = 5000;
const MEASURE_MS = 10_000;
const GOAL_CORES = 0.9;

type Measured = { readonly cores: number; readonly received: number; readonly missing: number };

const measure = async (browser: Browser, server: StageServer, id: string, plain: boolean): Promise<Measured> => {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await openTiles(page, server, id, TILES, plain);
  await wait(SETTLE_MS);
  const before = await readShown(page, id, TILES);
  const cores = await measureCores(MEASURE_MS);
  const after = await readShown(page, id, TILES);
  await page.context().close();
  const received = after.received - before.received;
  // Pictures that are in a decoder at either moment are neither lost nor shown yet: one for each tile.
  return { cores, received, missing: Math.max(0, received - (after.shown - before.shown) - TILES) };
};

const rowsOf = (where: string, h265: Measured, h264: Measured): Row[] => [
  {
    what: `nine H.265 CIF tiles at 15 frames/s ${where}, CPU`,
    value: h265.cores,
    unit: 'of a core',
    yardstick: `the same in H.264 by the browser, ${Number(h264.cores.toPrecision(3))} of a core`,
    ratio: h265.cores / h264.cores,
    goal: `at most ${GOAL_CORES} of a core`,
    met: h265.cores <= GOAL_CORES,
  },
  {
    ...limitRow(`the same, pictures not shown of ${h265.received}`, { value: h265.missing, unit: 'pictures' }, 0),
    yardstick: `in H.264, ${h264.missing} of ${h264.received}`,
  },
];

export const bench: Bench = {
  name: 'h265-tiles',
  yardstick: 'the same tiles in H.264, which the browser decodes itself',
  run: async () => {
    const server = await startStageServer();
    const clips = loadClips();
    const kit = { host: HOST, port: server.ports.jt808, channels: TILES };
    const h264 = createVehicle({ ...kit, phone: '013800009264', clips });
    const h265 = createVehicle({ ...kit, phone: '013800009265', clips: loadH265Clips(clips) });
    const browser = await openBrowser([`--host-resolver-rules=MAP ${insecureHost} 127.0.0.1`]);
    try {
      for (const vehicle of [h264, h265]) {
        vehicle.start();
        // oxlint-disable-next-line no-await-in-loop -- two
        await vehicle.whenOnline();
        // oxlint-disable-next-line no-await-in-loop -- two
        await registerDevice(server, vehicle.deviceId, TILES);
      }
      const rows: Row[] = [];
      for (const plain of [false, true]) {
        // oxlint-disable-next-line no-await-in-loop -- measured one after the other
        const own = await measure(browser, server, h265.deviceId, plain);
        // oxlint-disable-next-line no-await-in-loop -- measured one after the other
        const theirs = await measure(browser, server, h264.deviceId, plain);
        rows.push(...rowsOf(plain ? 'on plain http' : 'on a secure page', own, theirs));
      }
      return rows;
    } finally {
      await browser.close();
      await h264.stop();
      await h265.stop();
      await server.close();
    }
  },
};

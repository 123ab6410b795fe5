// Twelve live tiles in a real browser without a graphics card: what they cost, and whether every picture is shown. The server and
// the recorder run in this process; only the browser's processes are counted.
import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { createVehicle } from '../apps/simulator/src/index.ts';
import { type StageServer, addressOf, startStageServer } from '../e2e/fixture.ts';
import { HOST } from '../integration/support/server.ts';
import { type Bench, type Row, limitRow } from '../tools/bench-row.ts';
import { openBrowser } from './support/browser.ts';
import { measureCores, openTiles, readShown, registerDevice } from './support/live-tiles.ts';

const TILES = 12;
const SETTLE_MS = 5000;
const MEASURE_MS = 10_000;
const GOAL_CORES = 0.7;

/** Runs in a worker of the yardstick: the same socket and decoder, each picture closed at once. */
const decodeOnly = `
  let decoder, pictures = 0;
  const spsOf = (b) => { for (let i = 0; i + 4 < b.length; i++) if (!b[i] && !b[i+1] && b[i+2] === 1 && (b[i+3] & 31) === 7) return i + 4; return -1; };
  const hex = (n) => n.toString(16).padStart(2, '0');
  onmessage = ({ data: url }) => {
    const socket = new WebSocket(url);
    socket.binaryType = 'arraybuffer';
    socket.onerror = () => { throw new Error('no stream'); };
    socket.onmessage = ({ data }) => {
      const head = new DataView(data);
      if (head.getUint8(1) !== 1) return;
      const body = new Uint8Array(data, head.getUint16(6));
      const key = (head.getUint8(3) & 1) === 1;
      if (!decoder) {
        const at = key ? spsOf(body) : -1;
        if (at < 0) return;
        decoder = new VideoDecoder({ output: (p) => { pictures += 1; p.close(); postMessage(pictures); }, error: (e) => { throw e; } });
        decoder.configure({ codec: 'avc1.' + hex(body[at]) + hex(body[at + 1]) + hex(body[at + 2]), optimizeForLatency: true });
      }
      decoder.decode(new EncodedVideoChunk({ type: key ? 'key' : 'delta', timestamp: Number(head.getBigUint64(8)), data: body }));
    };
  };`;

/** Twelve workers that decode and draw nothing, on a page of the same origin. */
const openDecoders = async (page: Page, server: StageServer, id: string): Promise<void> => {
  const address = addressOf(server, '/decode-only');
  await page.route(address, (route) => route.fulfill({ contentType: 'text/html', body: '<title>Decoding</title>' }));
  await page.goto(address);
  const urls = Array.from(
    { length: TILES },
    (_, i) => `ws://${HOST}:${server.ports.stream}/ws.cgi?deviceid=${id}&channel=${i + 1}&stream=sub&delay=40`,
  );
  // As text: what runs in the page knows other types than this process.
  await page.evaluate(`Promise.all(${JSON.stringify(urls)}.map((url) => new Promise((resolve, reject) => {
    const code = new Blob([${JSON.stringify(decodeOnly)}]);
    const worker = new Worker(URL.createObjectURL(code));
    worker.addEventListener('message', resolve, { once: true });
    worker.addEventListener('error', (event) => reject(event.message), { once: true });
    worker.postMessage(url);
  })))`);
};

const measure = async (page: Page, server: StageServer, id: string): Promise<Row[]> => {
  await openTiles(page, server, id, TILES);
  await wait(SETTLE_MS);
  const before = await readShown(page, id, TILES);
  const cores = await measureCores(MEASURE_MS);
  const after = await readShown(page, id, TILES);
  const received = after.received - before.received;
  // Pictures that are in a decoder at either moment are neither lost nor shown yet: one for each tile.
  const missing = Math.max(0, received - (after.shown - before.shown) - TILES);
  await openDecoders(page, server, id);
  await wait(SETTLE_MS);
  const bare = await measureCores(MEASURE_MS);
  return [
    {
      what: 'twelve CIF tiles at 15 frames/s in headless Chromium, software decoding, CPU',
      value: cores,
      unit: 'of a core',
      yardstick: `decoding without drawing, ${Number(bare.toPrecision(3))} of a core`,
      ratio: cores / bare,
      goal: `at most ${GOAL_CORES} of a core`,
      met: cores <= GOAL_CORES,
    },
    limitRow(`the same, pictures not shown of ${received}`, { value: missing, unit: 'pictures' }, 0),
  ];
};

export const bench: Bench = {
  name: 'tiles',
  yardstick: 'the same sockets and decoders in the same browser, each picture closed without being drawn',
  run: async () => {
    const server = await startStageServer();
    const vehicle = createVehicle({ host: HOST, port: server.ports.jt808, channels: TILES });
    // The yardstick's page comes from this test, not from an address, and Chromium would keep it from local sockets.
    const browser = await openBrowser(['--disable-features=LocalNetworkAccessChecks']);
    try {
      vehicle.start();
      await vehicle.whenOnline();
      await registerDevice(server, vehicle.deviceId, TILES);
      const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
      return await measure(page, server, vehicle.deviceId);
    } finally {
      await browser.close();
      await vehicle.stop();
      await server.close();
    }
  },
};

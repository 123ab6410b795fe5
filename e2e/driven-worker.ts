// The time of players' workers in the test's hands. `page.clock` moves the page only; this puts a clock that stands still in front of
// the worker's code, as the server sends it. Sockets and decoders go on in real time.
import type { Page } from '@playwright/test';

/** Runs in the worker before its own code. */
const shim = (): void => {
  type Timer = { at: number; everyMs: number | undefined; run: () => void };
  const timers = new Map<number, Timer>();
  const started = Date.now();
  let elapsed = 0;
  let lastId = 0;
  const plan = (run: () => void, ms: number, everyMs: number | undefined): number => {
    lastId += 1;
    timers.set(lastId, { at: elapsed + ms, everyMs, run });
    return lastId;
  };
  const due = (until: number): [number, Timer] | undefined => {
    let first: [number, Timer] | undefined;
    for (const entry of timers)
      if (entry[1].at <= until && (first === undefined || entry[1].at < first[1].at)) first = entry;
    return first;
  };
  const advance = (ms: number): void => {
    const until = elapsed + ms;
    for (let next = due(until); next !== undefined; next = due(until)) {
      const [id, timer] = next;
      elapsed = timer.at;
      if (timer.everyMs === undefined) timers.delete(id);
      else timer.at += timer.everyMs;
      timer.run();
    }
    elapsed = until;
  };
  Object.assign(globalThis, {
    setTimeout: (run: () => void, ms = 0) => plan(run, ms, undefined),
    setInterval: (run: () => void, ms = 1) => plan(run, ms, ms),
    clearTimeout: (id: number) => void timers.delete(id),
    clearInterval: (id: number) => void timers.delete(id),
  });
  Date.now = () => started + elapsed;
  const channel = new BroadcastChannel('driven-time');
  channel.addEventListener('message', ({ data }: MessageEvent<{ advance?: number }>) => {
    if (data.advance === undefined) return;
    advance(data.advance);
    channel.postMessage({ advanced: true });
  });
};

/** The context such a page needs: Chromium does not know where a rewritten worker came from, and asks before it may use loopback. */
export const drivenContext = { permissions: ['local-network-access'] };

/** Every player's worker of the page stands still from its start. Call it before the page loads. */
export const driveWorkers = (page: Page): Promise<unknown> =>
  page.route(/\/player\.worker[^/]*\.js$/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `(${shim.toString()})();\n${await response.text()}` });
  });

/** Moves the time of the page's one player. */
export const advanceWorker = (page: Page, ms: number): Promise<void> =>
  page.evaluate(
    (span) =>
      new Promise<void>((resolve) => {
        const channel = new BroadcastChannel('driven-time');
        channel.addEventListener('message', () => {
          channel.close();
          resolve();
        });
        channel.postMessage({ advance: span });
      }),
    ms,
  );

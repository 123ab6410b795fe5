// A page of the console under measurement: processor time of its thread, its longest tasks, its memory, what its sockets heard.
import type { CDPSession, Page } from 'playwright-core';
import { wait } from './scale.ts';

/**
 * Runs in the page: tells of each complete list (Q03, Q04) that it was given, and remembers tasks of more than 50 ms. The page tells
 * by itself: asking it again and again would cost more of its thread than what is measured.
 */
const INSTALL = `{
  const seen = { longMs: [] };
  globalThis.benchSeen = seen;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) seen.longMs.push(duration);
  }).observe({ type: 'longtask' });
  globalThis.WebSocket = class extends WebSocket {
    constructor(url, protocols) {
      super(url, protocols);
      this.addEventListener('message', ({ data }) => {
        if (typeof data === 'string' && /"M":"Q0[34]"/.test(data) && data.includes('"Z":"fin"')) benchListCame();
      });
    }
  };
}`;

export class WatchedPage {
  readonly page: Page;
  readonly #session: CDPSession;
  #lists = 0;
  #listeners: (() => void)[] = [];

  private constructor(page: Page, session: CDPSession) {
    this.page = page;
    this.#session = session;
  }

  /** Call it before the page loads anything. */
  static async watch(page: Page): Promise<WatchedPage> {
    const session = await page.context().newCDPSession(page);
    const watched = new WatchedPage(page, session);
    await page.exposeFunction('benchListCame', () => watched.#came());
    await page.addInitScript({ content: INSTALL });
    // Time on the processor, not on the clock: other programs of the machine do not count.
    await session.send('Performance.setTimeDomain', { timeDomain: 'threadTicks' });
    await session.send('Performance.enable');
    return watched;
  }

  /** Processor time of the page's thread in ms since it began: all its tasks, drawing included. */
  async threadMs(): Promise<number> {
    return (await this.#metric('TaskDuration')) * 1000;
  }

  /** Bytes that scripts hold after everything unused is gone. */
  async heapBytes(): Promise<number> {
    for (let round = 0; round < 3; round += 1) {
      await this.#session.send('HeapProfiler.collectGarbage');
      await wait(200);
    }
    return this.#metric('JSHeapUsedSize');
  }

  /** Complete lists that the page was given so far. */
  get lists(): number {
    return this.#lists;
  }

  /** Until the page was given `count` lists in all. */
  async untilLists(count: number): Promise<void> {
    while (this.#lists < count) await new Promise<void>((resolve) => this.#listeners.push(resolve));
  }

  #came(): void {
    this.#lists += 1;
    for (const tell of this.#listeners.splice(0)) tell();
  }

  /** ms of tasks above 50 ms since the last call. */
  longTasks(): Promise<number[]> {
    return this.page.evaluate<number[]>('benchSeen.longMs.splice(0)');
  }

  async #metric(name: string): Promise<number> {
    const { metrics } = await this.#session.send('Performance.getMetrics');
    return metrics.find((metric) => metric.name === name)?.value ?? Number.NaN;
  }
}

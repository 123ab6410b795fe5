// A page of the console under measurement: processor time of its thread, its longest tasks, its memory, what its sockets heard.
import type { CDPSession, Page } from '@playwright/test';
import { wait } from './scale.ts';

/**
 * Runs in the page: tells of each complete list (Q03, Q04) that it was given. The page tells by itself: asking it again and again
 * would cost more of its thread than what is measured.
 */
const INSTALL = `{
  globalThis.WebSocket = class extends WebSocket {
    constructor(url, protocols) {
      super(url, protocols);
      this.addEventListener('message', ({ data }) => {
        if (typeof data === 'string' && /"M":"Q0[34]"/.test(data) && data.includes('"Z":"fin"')) benchListCame();
      });
    }
  };
}`;

/** As much of a trace's event as is read here; `tdur` is processor time in µs. */
type TraceEvent = { name?: string; pid?: number; tid?: number; tdur?: number; args?: { name?: string } };

const tasksOf = (events: readonly TraceEvent[]): number[] => {
  const threadOf = ({ pid, tid }: TraceEvent): string => `${pid} ${tid}`;
  const pages = new Set(
    events.flatMap((event) =>
      event.name === 'thread_name' && event.args?.name === 'CrRendererMain' ? [threadOf(event)] : [],
    ),
  );
  return events.flatMap((event) =>
    event.name === 'ThreadControllerImpl::RunTask' && pages.has(threadOf(event)) ? [(event.tdur ?? 0) / 1000] : [],
  );
};

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
    await session.send('Performance.enable');
    return watched;
  }

  /** Processor time of the page's thread in ms since it began, drawing included. What other programs do does not count. */
  async threadMs(): Promise<number> {
    return (await this.#metric('ThreadTime')) * 1000;
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

  /** Processor time in ms of each task of the page's thread while `act` runs, the longest first; time on the clock does not count. */
  async tasksDuring(act: () => Promise<void>): Promise<number[]> {
    const events: TraceEvent[] = [];
    const gather = ({ value }: { value: object[] }): void => {
      for (const event of value) events.push(event);
    };
    this.#session.on('Tracing.dataCollected', gather);
    const categories = ['toplevel', '__metadata'];
    await this.#session.send('Tracing.start', {
      transferMode: 'ReportEvents',
      traceConfig: { includedCategories: categories },
    });
    await act();
    const complete = new Promise<void>((resolve) => this.#session.once('Tracing.tracingComplete', () => resolve()));
    await this.#session.send('Tracing.end');
    await complete;
    this.#session.off('Tracing.dataCollected', gather);
    return tasksOf(events).toSorted((a, b) => b - a);
  }

  async #metric(name: string): Promise<number> {
    const { metrics } = await this.#session.send('Performance.getMetrics');
    return metrics.find((metric) => metric.name === name)?.value ?? Number.NaN;
  }
}

// What the page's event socket does, kept inside the page: when it opened and closed by the page's own time, and what it heard
// besides the signs of life.
import type { Page } from '@playwright/test';

export type EventLog = {
  readonly openedMs: readonly number[];
  readonly closedMs: readonly number[];
  readonly heard: readonly string[];
};

const install = (): void => {
  const log: { openedMs: number[]; closedMs: number[]; heard: string[] } = {
    openedMs: [],
    closedMs: [],
    heard: [],
  };
  Reflect.set(globalThis, 'eventLog', log);
  globalThis.WebSocket = class extends WebSocket {
    constructor(url: string | URL, protocols?: string | string[]) {
      super(url, protocols);
      if (!String(url).includes('/event.cgi')) return;
      this.addEventListener('open', () => log.openedMs.push(Date.now()));
      this.addEventListener('close', () => log.closedMs.push(Date.now()));
      this.addEventListener('message', ({ data }) => {
        for (const line of String(data).trim().split('\n')) if (line !== '{"cmd":"alive"}') log.heard.push(line);
      });
    }
  };
};

/** Starts the log; call it before the page loads. */
export const logEvents = (page: Page): Promise<unknown> => page.addInitScript(install);

export const readEvents = (page: Page): Promise<EventLog> =>
  page.evaluate((): EventLog => Reflect.get(globalThis, 'eventLog'));

/** Waits until the event socket was opened, was closed or heard so many times; the page's clock may stand still. */
export const eventsReach = async (page: Page, what: keyof EventLog, count: number): Promise<void> => {
  await page.waitForFunction(
    ([name, wanted]) => Reflect.get(globalThis, 'eventLog')[name].length >= wanted,
    [what, count] as const,
    { polling: 20 },
  );
};

// Pages that answer late, to find tests that look before the page can have drawn: SLOW_PAGES_MS=150 npm test -- e2e
import type { BrowserContext } from '@playwright/test';

const delayMs = Number(process.env.SLOW_PAGES_MS ?? 0);

/** Puts off what the page draws after an event (React's scheduler works by messages) and every answer it fetches. */
export const slowDown = async (context: BrowserContext): Promise<void> => {
  if (!(delayMs > 0)) return;
  await context.addInitScript((ms) => {
    const { setTimeout: later, fetch: ask } = globalThis; // before a test's own clock takes their place
    const post = Reflect.get(MessagePort.prototype, 'postMessage');
    MessagePort.prototype.postMessage = function postLate(...message: unknown[]): void {
      later(() => Reflect.apply(post, this, message), ms);
    };
    globalThis.fetch = async (...request) => {
      const response = await ask(...request);
      await new Promise((resolve) => {
        later(resolve, ms);
      });
      return response;
    };
  }, delayMs);
};

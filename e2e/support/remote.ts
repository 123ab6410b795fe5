// What the journeys of remote playback share: a zone in which it is about noon, so that a day has recordings before now; the record
// list; where the page's players open their sockets; what the page asks of the device over D08.
import type { Locator, Page } from '@playwright/test';
import { until } from '../../integration/support/until.ts';
import { type Frame, framesOf } from '../socket-log.ts';

/** A zone whose clocks show about noon: the simulated disk's six hours then lie in today. */
export const noonZone = (): string => {
  const east = 12 - new Date().getUTCHours();
  return east === 0 ? 'UTC' : `Etc/GMT${east > 0 ? '-' : '+'}${Math.abs(east)}`;
};

export const recordTable = (page: Page): Locator => page.getByRole('table', { name: 'Record list' });
const lines = (page: Page): Locator => recordTable(page).locator('tbody tr');
/** The lines that are drawn, the first ones of the list. A line is there a moment before what stands in it. */
export const segments = (page: Page): Locator => lines(page).filter({ hasText: /\d:\d\d/ });
/** What stands in all the lines that are drawn, none of them still empty. */
export const segmentTexts = (page: Page): Promise<readonly string[]> =>
  until('every line says what it is', async () => {
    const texts = await lines(page).allTextContents();
    return texts.length > 0 && texts.every((text) => /\d:\d\d/.test(text)) && texts;
  });
/** The line of the segment that is to be played. */
export const chosen = (page: Page): Locator => segments(page).and(page.locator('[aria-current="true"]'));
export const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });
export const playingTime = (page: Page): Locator => page.getByRole('status', { name: 'Playing time' });
const tiles = (page: Page): Locator => page.getByRole('region', { name: 'Players' }).locator('section');
/** Until there are so many tiles. */
export const tileCount = (page: Page, count: number): Promise<unknown> =>
  until(`${count} tiles`, async () => (await tiles(page).count()) === count);
export const channel = (page: Page, name: string): Locator =>
  page.getByRole('group', { name: 'Channels' }).getByRole('button', { name, exact: true });

/** Notes the addresses that players give their workers; call it before the page loads. */
export const logPlayers = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const opened: string[][] = [];
    Reflect.set(globalThis, 'playerLog', opened);
    globalThis.Worker = class extends Worker {
      override postMessage(message: unknown, transfer: Transferable[] | StructuredSerializeOptions = []): void {
        if (typeof message === 'object' && message !== null && 'addresses' in message)
          opened.push(Array.isArray(message.addresses) ? message.addresses.map(String) : []);
        super.postMessage(message, Array.isArray(transfer) ? { transfer } : transfer);
      }
    };
  });

/** The query of each socket that was opened, in order. */
export const playerQueries = async (page: Page): Promise<readonly URLSearchParams[]> => {
  const opened = await page.evaluate((): string[][] => Reflect.get(globalThis, 'playerLog'));
  return opened.map(([first]) => new URL(first ?? '').searchParams);
};

/** What was asked of the device, without the questions how it stands. */
export const steerings = async (page: Page, count: number): Promise<readonly Record<string, unknown>[]> => {
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- until so many were sent
    const sent = await framesOf(page, 'sent', 'D08', count);
    const steering = sent.map(({ message }) => message).filter((each) => 'V' in each || 'F' in each || 'B' in each);
    if (steering.length >= count) return steering;
    // oxlint-disable-next-line no-await-in-loop -- the next frame may bring it
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
};

export type Standing = { state: string; currentTime: number; speed: number };

const standingOf = ({ message }: Frame): Standing => {
  const { Z } = message;
  const of = (name: string): unknown => (typeof Z === 'object' && Z !== null ? Reflect.get(Z, name) : undefined);
  return { state: String(of('state')), currentTime: Number(of('currentTime')), speed: Number(of('speed')) };
};

/** Waits until answers on how the playback stands fit, looking at those after the first `skip`. */
export const untilStanding = async (
  page: Page,
  skip: number,
  fits: (standings: readonly Standing[]) => boolean,
): Promise<readonly Standing[]> => {
  for (let count = skip + 1; ; count += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one answer after the other
    const heard = (await framesOf(page, 'received', 'D08', count)).slice(skip).map(standingOf);
    if (fits(heard)) return heard;
  }
};

// What tests of playback share: footage of a device that is registered for it, and the playing time as the page shows it.
import type { Page } from '@playwright/test';
import type { Stage } from '../fixture.ts';
import { type Footage, putFootage } from './recorded.ts';

/** Midnight may pass while a spec runs. */
const begun = new Date();
/** A whole hour of yesterday, UTC ms, in the zone of this machine, so that everything lies in the past. */
export const hourOfYesterday = (hour: number): number => {
  const date = new Date(begun);
  date.setDate(date.getDate() - 1);
  return date.setHours(hour, 0, 0, 0);
};

/** The day of this moment in the zone of this machine, 'YYYY-MM-DD'. */
export const dayOf = (ms: number): string => new Date(ms).toLocaleDateString('sv');

/** Registers a device and puts footage of it. */
export const footageOf = async (
  { server, register }: Stage,
  deviceId: string,
  footage: Omit<Footage, 'deviceId'>,
  channels: number = Math.max(...footage.channels),
): Promise<void> => {
  await register(deviceId, channels);
  await putFootage(server.app, server.config.data, { deviceId, ...footage });
};

/** The playing time as the page shows it, UTC ms in whole seconds. */
export const playingTime = async (page: Page): Promise<number> =>
  Number(await page.locator('[data-playing-time]').getAttribute('data-playing-time')) * 1000;

/** Waits until the page plays at this moment or later, but less than a minute later. */
export const playingAt = async (page: Page, ms: number): Promise<void> => {
  await page.waitForFunction(
    ([from]) => {
      const shown = document.querySelector('[data-playing-time]')?.getAttribute('data-playing-time');
      const seconds = Number(shown ?? 0);
      return seconds >= from && seconds < from + 60;
    },
    [Math.floor(ms / 1000)] as const,
  );
};

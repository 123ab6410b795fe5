// What the browser of a benchmark costs, and what its live tiles say about themselves. Only the browser's processes are counted.
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import type { Locator, Page } from '@playwright/test';
import { type StageServer, addressOf, savePassword } from '../../e2e/fixture.ts';
import { deviceRow, leaf, tileOf } from '../../e2e/tree.ts';
import { insecureHost } from '../../e2e/browser.ts';
import { Channel } from '../../integration/support/operator.ts';
import { HOST } from '../../integration/support/server.ts';

/** Linux counts CPU time in hundredths of a second (USER_HZ). */
const TICKS_PER_SECOND = 100;

type Process = { pid: number; parent: number; name: string; ticks: number };

const readProcess = (pid: number): Process | undefined => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' '); // the name in front may hold blanks
    const name = stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'));
    return { pid, name, parent: Number(fields[1]), ticks: Number(fields[11]) + Number(fields[12]) };
  } catch {
    return undefined; // it ended while we looked
  }
};

const isBrowser = (name: string): boolean => /chrom|headless/i.test(name);

/** CPU seconds so far of the browser's processes that descend from this one: servers that it started do not count. */
const browserSeconds = (): number => {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readProcess(Number(name)) ?? []);
  const family = new Set([process.pid]);
  for (let before = 0; before !== family.size;) {
    before = family.size;
    for (const { pid, parent } of all) if (family.has(parent)) family.add(pid);
  }
  const ticks = all.reduce((sum, one) => sum + (family.has(one.pid) && isBrowser(one.name) ? one.ticks : 0), 0);
  return ticks / TICKS_PER_SECOND;
};

/** Cores used while so much time passes. */
export const measureCores = async (measureMs: number): Promise<number> => {
  const before = browserSeconds();
  const from = performance.now();
  await wait(measureMs);
  return ((browserSeconds() - before) * 1000) / (performance.now() - from);
};

export const registerDevice = async (server: StageServer, id: string, channels: number): Promise<void> => {
  const channel = await Channel.signedIn(server, server.admin);
  await channel.get('D01', { I: id, C: channels, Z: {} });
  channel.close();
};

const tileAt = (page: Page, id: string, channel: number): Locator =>
  tileOf(page, id, channel).locator(`[data-channel="${channel}"]`);

/** Signs in and opens the first channels of the device side by side. */
export const openTiles = async (
  page: Page,
  server: StageServer,
  id: string,
  tiles: number,
  plain = false,
): Promise<void> => {
  await savePassword(page, server.admin, plain ? insecureHost : HOST);
  await page.goto(addressOf(server, '/treeview', plain));
  await deviceRow(page, id).click();
  for (let channel = 1; channel <= tiles; channel += 1) await leaf(page, `ch${channel}`).click();
  for (let channel = 1; channel <= tiles; channel += 1)
    await tileOf(page, id, channel).locator('[data-phase="playing"]').waitFor();
};

export type Shown = { shown: number; received: number };

/** What the tiles' own statistics say. The panels are open only while this looks. */
export const readShown = async (page: Page, id: string, tiles: number): Promise<Shown> => {
  const sum = { shown: 0, received: 0 };
  for (let channel = 1; channel <= tiles; channel += 1) {
    const tile = tileAt(page, id, channel);
    await tile.focus();
    await page.keyboard.press('i');
    const text = (await tile.locator('[data-field="shown"]').textContent()) ?? '';
    const [shown = 0, received = 0] = text.split(' of ').map(Number);
    sum.shown += shown;
    sum.received += received;
    await page.keyboard.press('i');
  }
  return sum;
};

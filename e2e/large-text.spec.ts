// A browser at 200 per cent: text alone (the size that somebody chose in the browser), and the whole page (half as many pixels); and a phone
// that stands or lies, in Chinese. Of each path of the route table: nothing is wider than the window, and whatever can be pressed can be
// reached, lies under nothing else and is no smaller than a finger needs.
import type { Page } from '@playwright/test';
import chinese from '../apps/console/src/lib/catalogue/cn.json' with { type: 'json' };
import { rules } from './documented-paths.ts';
import { useStage } from './fixture.ts';
import { go } from './go.ts';
import { expect, test } from './test.ts';

const DEVICE = 'TRK-1';

const stage = useStage({ iframes: [{ title: 'Our logo <b>x</b>', url: '/logo.svg' }] }, async (made) => {
  await made.register(DEVICE, 4, { vehicleid: 'Depot north 104', plate: 'ODR-104', drivername: 'J. Rivera' });
  for (let n = 2; n <= 30; n += 1) await made.register(`TRK-${n}`, 4, { vehicleid: `Depot ${n}` });
});

/** Those with a panel of a device beside them, too. */
const paths = [
  ...rules.map(([path]) => path),
  `/blockview?device=${DEVICE}`,
  `/devicesetup?device=${DEVICE}`,
  `/gpsplayback?device=${DEVICE}`,
];

/** What the screen of a path is called, in English. */
const nameOf = (path: string): string => rules.find(([known]) => known === path.split('?')[0])?.[1] ?? '';

const LOADING = ['Loading', chinese.Loading].map((label) => `[aria-label="${label}"]`).join();

/** Pages that stand in a frame have no storage of their own. */
const inChinese = (): void => {
  if (window.top === window) localStorage.setItem('locale', 'cn');
};

/** What is wrong with the page as it stands, in words; nothing while it loads. */
const offences = (page: Page): Promise<string[]> =>
  page.evaluate((loading) => {
    const found: string[] = [];
    const touched = matchMedia('(pointer: coarse)').matches;
    const { clientWidth, clientHeight, scrollWidth } = document.documentElement;
    const main = document.querySelector('main');
    if (main === null || main.querySelector(loading) !== null) return ['not there yet'];
    if (scrollWidth > clientWidth) found.push(`the page is ${scrollWidth - clientWidth}px wider than the window`);
    if (main.scrollWidth > main.clientWidth)
      found.push(`the screen is ${main.scrollWidth - main.clientWidth}px too wide`);
    const name = (element: Element): string =>
      `${element.tagName.toLowerCase()} '${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40)}'`;
    /** Whether it moves when something is scrolled, and how much of it is cut off for good: by what clips and does not scroll. */
    const placeOf = (element: Element): { lost: number; moves: boolean } => {
      let { left, right, top, bottom } = element.getBoundingClientRect();
      let lost = 0;
      let moves = false;
      for (let above = element.parentElement; above !== null; above = above.parentElement) {
        const style = getComputedStyle(above);
        if (style.overflowX === 'visible' && style.overflowY === 'visible') continue;
        const box = above.getBoundingClientRect();
        const scrolls = (overflow: string): boolean => overflow === 'auto' || overflow === 'scroll';
        moves ||= scrolls(style.overflowX) && above.scrollWidth > above.clientWidth;
        moves ||= scrolls(style.overflowY) && above.scrollHeight > above.clientHeight;
        if (scrolls(style.overflowX)) [left, right] = [box.left, box.right];
        else if (style.overflowX !== 'visible') lost = Math.max(lost, box.left - left, right - box.right);
        if (scrolls(style.overflowY)) [top, bottom] = [box.top, box.bottom];
        else if (style.overflowY !== 'visible') lost = Math.max(lost, box.top - top, bottom - box.bottom);
      }
      lost = Math.max(lost, -left, right - clientWidth, -top, bottom - clientHeight);
      return { lost, moves };
    };
    for (const element of document.querySelectorAll(
      'button, a[href], input, select, textarea, summary, [role=slider]',
    )) {
      const box = element.getBoundingClientRect();
      const style = getComputedStyle(element);
      if (box.width < 2 || box.height < 2 || style.visibility === 'hidden' || style.opacity === '0') continue;
      if (element.closest('[inert], [aria-hidden="true"], .visually-hidden') !== null) continue;
      if (element.matches('a[href="#screen"]')) continue; // comes into sight with the focus
      const inText = element.matches('a') && style.display === 'inline';
      // A press on its label is a press on it.
      const { height } = (element.closest('label') ?? element).getBoundingClientRect();
      if (touched && height < 24 && !inText) found.push(`${name(element)} is ${Math.round(height)}px high`);
      const { lost, moves } = placeOf(element);
      if (lost > 3) {
        found.push(`${name(element)} is cut off by ${Math.round(lost)}px`);
        continue;
      }
      if (moves) continue; // out from under what lies over it
      const over = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
      if (over === null || element.contains(over) || over.contains(element)) continue;
      if (element.closest('label') !== null && element.closest('label')?.contains(over) === true) continue;
      found.push(`${name(element)} lies under ${name(over)}`);
    }
    return found;
  }, LOADING);

const touch = { hasTouch: true, isMobile: true };

for (const [what, context] of [
  ['text of twice the size', { viewport: { width: 1440, height: 900 } }],
  ['a page of twice the size', { viewport: { width: 720, height: 450 }, deviceScaleFactor: 2 }],
  ['a phone that stands, in Chinese', { viewport: { width: 390, height: 844 }, ...touch }],
  ['a phone that lies, in Chinese', { viewport: { width: 390, height: 844 }, ...touch }],
] as const)
  test(`${what}: every path stays within the window, and all that can be pressed can be reached`, async ({ t }) => {
    test.slow();
    const page = await stage.signedIn(t, {
      path: '/idle',
      context,
      prepare: async (made) => {
        if (what.endsWith('Chinese')) await made.addInitScript(inChinese);
        if (!what.startsWith('text')) return;
        const session = await made.context().newCDPSession(made);
        await session.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } });
      },
    });
    // Turned when it is signed in: one that lies has no status line to wait for.
    if (what.startsWith('a phone that lies')) await page.setViewportSize({ width: 844, height: 390 });
    const wrong: string[] = [];
    let name = 'Idle';
    for (const path of paths) {
      const before = await page.title();
      // A phone that was to open the map stands on the list of devices already.
      const isThere = new URL(page.url()).pathname === path;
      await go(page, path);
      const named = nameOf(path);
      // Else the screen before it would be judged once more, while this one is fetched.
      if (named !== name && !isThere) await page.waitForFunction((title) => document.title !== title, before);
      name = named;
      // Its memos come later than the rest of the panel.
      if (what.startsWith('text') && path.startsWith('/blockview?')) await page.locator('dd button').first().waitFor();
      let last: string[] = [];
      await expect
        .poll(async () => (last = await offences(page)), { timeout: 20_000 })
        .toEqual([])
        .catch((error: unknown) =>
          wrong.push(...(last.length > 0 ? last : [String(error)]).map((each) => `${path}: ${each}`)),
        );
    }
    expect(wrong).toEqual([]);
  });

// Which theme the page ends with when several are asked for before their sheets are there.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { applyTheme } from './theme.ts';

const sheets = (): HTMLLinkElement[] => [...document.querySelectorAll<HTMLLinkElement>('link[data-theme]')];
const names = (): (string | undefined)[] => sheets().map((sheet) => sheet.dataset.theme);
/** Asks for a theme; gives what lets its sheet come. */
const ask = (name: Parameters<typeof applyTheme>[0]): (() => Promise<void>) => {
  const before = sheets();
  const applied = applyTheme(name);
  const [sheet] = sheets().filter((each) => !before.includes(each));
  return () => {
    sheet?.dispatchEvent(new Event('load'));
    return applied;
  };
};
const shown = (): [readonly (string | undefined)[], string | undefined] => [
  names(),
  document.documentElement.dataset.bsTheme,
];

// A sheet comes when the test says so: without an address none is fetched.
beforeEach(() => void vi.spyOn(HTMLLinkElement.prototype, 'href', 'set').mockReturnValue(undefined));
afterEach(() => {
  for (const sheet of sheets()) sheet.remove();
});

it('the sheet that is shown stays until the new one is there; what is shown is not fetched again', async () => {
  await ask('default')();
  const come = ask('darkly');
  expect(shown()).toEqual([['darkly', 'default'], 'light']);
  await come();
  expect(shown()).toEqual([['darkly'], 'dark']);
  await ask('darkly')();
  expect(shown()).toEqual([['darkly'], 'dark']);
});

it.each([
  ['older first', [0, 1]],
  ['newer first', [1, 0]],
] as const)('back to the theme that is shown while another is on its way: it stays, %s', async (_order, order) => {
  await ask('default')();
  const come = [ask('darkly'), ask('default')];
  for (const at of order) {
    // oxlint-disable-next-line no-await-in-loop -- they come one after the other
    await come[at]?.();
  }
  expect(shown()).toEqual([['default'], 'light']);
});

it('of three in a row the last is shown, in whatever order their sheets come', async () => {
  await ask('default')();
  const [first, second, third] = [ask('cerulean'), ask('darkly'), ask('flatly')];
  await third();
  await first();
  await second();
  expect(shown()).toEqual([['flatly'], 'light']);
});

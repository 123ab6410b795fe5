// What axe finds on a page as it stands, for the tests of accessibility.
import type { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** Once: rule and elements. */
const judge = async (page: Page, axe: AxeBuilder): Promise<string[]> => {
  // A colour on its way between two is neither; what turns without end is left turning.
  await page.evaluate(() => {
    for (const animation of document.getAnimations())
      if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish();
  });
  // Without a second page to gather what frames say, which triples the cost: frames of our own origin are asked all the same.
  const { violations } = await axe.setLegacyMode().analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
};
/** Before the page loads: the theme it comes in. */
export const withTheme = (theme: string) => (page: Page) =>
  page.addInitScript((name) => localStorage.setItem('themeName', name), theme);

/**
 * What axe finds serious or critical, twice: a page that still settles on a busy machine, a bar that makes room or a colour on its way,
 * offends for a moment only.
 */
export const offences = async (page: Page, axe: () => AxeBuilder): Promise<string[]> => {
  const first = await judge(page, axe());
  if (first.length === 0) return first;
  const second = new Set(await judge(page, axe()));
  return first.filter((offence) => second.has(offence));
};

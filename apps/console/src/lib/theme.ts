// Puts a theme on the page: its stylesheet before all of ours, and whether it is light or dark; and tells of another one. Not: which one is
// chosen.
import type { ThemeName } from './theme-names.ts';
import { darkThemes } from './theme-names.ts';

const loaded = (link: HTMLLinkElement): Promise<void> =>
  new Promise((resolve) => {
    // A theme that does not come must not keep the console away: our own layer still stands.
    link.addEventListener('load', () => resolve(), { once: true });
    link.addEventListener('error', () => resolve(), { once: true });
  });

/** Counts the themes that were asked for: the sheet of an older one may come after that of a newer one. */
let asked = 0;

/**
 * Shows the theme. The new sheet is in place before the old one goes, so nothing flashes. It stands first in the head: our
 * tokens come after it and may correct it. Of several that are asked for before their sheets are there, the newest is shown.
 */
export const applyTheme = async (name: ThemeName): Promise<void> => {
  const old = [...document.querySelectorAll<HTMLLinkElement>('link[data-theme]')];
  // With a second sheet on its way, what is shown now may not be what is shown next.
  if (old.length === 1 && old[0]?.dataset.theme === name) return;
  asked += 1;
  const ask = asked;
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = `/themes/${name}.css`;
  link.dataset.theme = name;
  const shown = loaded(link);
  document.head.prepend(link);
  await shown;
  if (ask !== asked) {
    link.remove();
    return;
  }
  document.documentElement.dataset.bsTheme = darkThemes.has(name) ? 'dark' : 'light';
  for (const sheet of old) sheet.remove();
};

/** Calls back whenever another theme is on the page. */
export const onThemeChange = (tell: () => void): (() => void) => {
  const observer = new MutationObserver(tell);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-bs-theme'] });
  observer.observe(document.head, { childList: true });
  return () => observer.disconnect();
};

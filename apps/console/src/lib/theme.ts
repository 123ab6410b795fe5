// Puts a theme on the page: its stylesheet before all of ours, and whether it is light or dark. Not: which one is chosen.
import type { ThemeName } from './theme-names.ts';
import { darkThemes } from './theme-names.ts';

const loaded = (link: HTMLLinkElement): Promise<void> =>
  new Promise((resolve) => {
    // A theme that does not come must not keep the console away: our own layer still stands.
    link.addEventListener('load', () => resolve(), { once: true });
    link.addEventListener('error', () => resolve(), { once: true });
  });

/**
 * Shows the theme. The new sheet is in place before the old one goes, so nothing flashes. It stands first in the head: our
 * tokens come after it and may correct it.
 */
export const applyTheme = async (name: ThemeName): Promise<void> => {
  const old = [...document.querySelectorAll<HTMLLinkElement>('link[data-theme]')];
  if (old.at(-1)?.dataset.theme === name) return;
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = `/themes/${name}.css`;
  link.dataset.theme = name;
  const shown = loaded(link);
  document.head.prepend(link);
  await shown;
  document.documentElement.dataset.bsTheme = darkThemes.has(name) ? 'dark' : 'light';
  for (const sheet of old) sheet.remove();
};

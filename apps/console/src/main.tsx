// Starts the page: theme and texts, and beside them the code of what the path asks for, the console or a stand-alone viewer page.
import { viewerPageOf } from '@outrider/contract';
import { enter } from './app/entrance.ts';
import { startTexts } from './lib/i18n.ts';
import { readPreference } from './lib/preferences.ts';
import { isThemeName } from './lib/theme-names.ts';
import { applyTheme } from './lib/theme.ts';
// oxlint-disable-next-line import/no-unassigned-import -- a global sheet has nothing to assign
import './ui/tokens.css';
// oxlint-disable-next-line import/no-unassigned-import -- a global sheet has nothing to assign
import './ui/base.css';

type Program = { readonly start: (root: Element) => void };

/** Each in a function of its own: of two in one expression the build brings the style sheets of only one. */
const consoleProgram = (): Promise<Program> => import('./app/start-console.tsx');
const viewerProgram = (): Promise<Program> => import('./app/start-viewer.tsx');

const start = async (): Promise<void> => {
  const page = viewerPageOf(globalThis.location.pathname);
  if (page === undefined && !enter()) return;
  const theme = readPreference('themeName');
  const loading = page === undefined ? consoleProgram() : viewerProgram();
  const drawing = Promise.all([applyTheme(isThemeName(theme) ? theme : 'default'), startTexts()]);
  const [program] = await Promise.all([loading, drawing]);
  const root = document.querySelector('#root');
  if (root !== null) program.start(root);
};

await start();

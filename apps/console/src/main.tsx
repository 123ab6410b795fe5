// Starts the page: theme and texts, and beside them what the path asks for, the console or a stand-alone page.
import { monitorPageOf, viewerPageOf } from '@outrider/contract';
import { enter } from './app/entrance.ts';
import { beginConsole } from './app/start-console.tsx';
import { startTexts } from './lib/i18n.ts';
import { readPreference } from './lib/preferences.ts';
import { isThemeName } from './lib/theme-names.ts';
import { applyTheme } from './lib/theme.ts';
// oxlint-disable-next-line import/no-unassigned-import -- a global sheet has nothing to assign
import './ui/tokens.css';
// oxlint-disable-next-line import/no-unassigned-import -- a global sheet has nothing to assign
import './ui/base.css';

/** Draws the page, when there are texts to draw it with. */
type Draw = (root: Element) => void;

const viewer = async (): Promise<Draw> => (await import('./app/start-viewer.tsx')).start;

const monitor = async (): Promise<Draw> => (await import('./app/start-monitor.tsx')).start;

/** What the path asks for where it is not the console. */
const standAlone = (path: string): (() => Promise<Draw>) | undefined => {
  if (viewerPageOf(path) !== undefined) return viewer;
  return monitorPageOf(path) === undefined ? undefined : monitor;
};

const start = async (): Promise<void> => {
  const page = standAlone(globalThis.location.pathname);
  if (page === undefined && !enter()) return;
  const program = page === undefined ? beginConsole() : page();
  const theme = readPreference('themeName');
  const [draw] = await Promise.all([program, applyTheme(isThemeName(theme) ? theme : 'default'), startTexts()]);
  const root = document.querySelector('#root');
  if (root !== null) draw(root);
};

await start();

// Starts the console: preferences, theme, texts, then the page.
import { createRoot } from 'react-dom/client';
import { Console } from './app/console.tsx';
import { enter } from './app/entrance.ts';
import { createQueries } from './app/queries.ts';
import { createRouter } from './app/router.tsx';
import { startServiceWorker } from './app/service-worker.ts';
import { deployment } from './lib/deployment.ts';
import { startTexts } from './lib/i18n.ts';
import { migratePreferences, readPreference } from './lib/preferences.ts';
import { startConnection } from './live/index.ts';
import { sessionStore } from './live/session.ts';
import { isThemeName } from './lib/theme-names.ts';
import { applyTheme } from './lib/theme.ts';
// oxlint-disable-next-line import/no-unassigned-import -- a global sheet has nothing to assign
import './ui/tokens.css';
// oxlint-disable-next-line import/no-unassigned-import -- a global sheet has nothing to assign
import './ui/base.css';

const start = async (): Promise<void> => {
  if (!enter()) return;
  migratePreferences();
  const theme = readPreference('themeName');
  await Promise.all([applyTheme(isThemeName(theme) ? theme : 'default'), startTexts()]);
  if (!deployment.trialOver) startConnection();
  startServiceWorker();
  const root = document.querySelector('#root');
  if (root === null) return;
  createRoot(root).render(<Console router={createRouter()} queries={createQueries(sessionStore)} />);
};

await start();

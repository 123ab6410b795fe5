// The console behind sign-in: its connection, its service worker, its routes. Not: theme and texts (main.tsx).
import { createRoot } from 'react-dom/client';
import { deployment } from '../lib/deployment.ts';
import { migratePreferences } from '../lib/preferences.ts';
import { startLive } from '../live/index.ts';
import { sessionStore } from '../live/session.ts';
import { Console } from './console.tsx';
import { createQueries } from './queries.ts';
import { createRouter } from './router.tsx';
import { startServiceWorker } from './service-worker.ts';

export const start = (root: Element): void => {
  migratePreferences();
  const { account } = startLive();
  if (!deployment.trialOver) account.begin();
  startServiceWorker().catch((error: unknown) => console.error('Error during service worker registration:', error));
  createRoot(root).render(<Console router={createRouter()} queries={createQueries(sessionStore)} />);
};

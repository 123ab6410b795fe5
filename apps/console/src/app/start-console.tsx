// The console behind sign-in: its connection, its service worker, its routes. Not: theme and texts (main.tsx).
import { createRoot } from 'react-dom/client';
import type { AppError } from '@outrider/contract';
import { deployment } from '../lib/deployment.ts';
import { migratePreferences } from '../lib/preferences.ts';
import { t } from '../lib/i18n.ts';
import { hearRefusals, refusalText } from '../lib/refusals.ts';
import { startLive } from '../live/index.ts';
import { sessionStore } from '../live/session.ts';
import { Console } from './console.tsx';
import { createQueries } from './queries.ts';
import { createRouter } from './router.tsx';
import { startServiceWorker } from './service-worker.ts';
import { showToast } from '../ui/toast.ts';

/** As the documents have it. That the session is over is said by the way back to the sign-in. */
const tellRefused = (error: AppError): void => {
  if (error.code === 'unauthenticated') return;
  showToast('error', t('error'), refusalText(error), { id: `refused: ${error.message}` });
};

/**
 * What takes a while over a slow line begins before theme and texts are there: the sign-in, and the code of the first screen, which the
 * router asks for. Gives what draws the page.
 */
export const beginConsole = (): ((root: Element) => void) => {
  migratePreferences();
  hearRefusals(tellRefused);
  const { account } = startLive();
  if (!deployment.trialOver) account.begin();
  const router = createRouter();
  return (root) => {
    startServiceWorker().catch((error: unknown) => console.error('Error during service worker registration:', error));
    createRoot(root).render(<Console router={router} queries={createQueries(sessionStore)} />);
  };
};

// A stand-alone viewer page: no sign-in, no session, no bar. Its account is in its address and is neither stored nor shown. Not: what
// the pages show (screens/viewer).
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { readPreference } from '../lib/preferences.ts';
import { darkThemes, isThemeName } from '../lib/theme-names.ts';
import { isAway } from '../lib/away.ts';
import { hideCredentials } from '../screens/viewer/hide-credentials.ts';
import { Viewer } from '../screens/viewer/viewer.tsx';
import { ToastPlace } from '../ui/toast-place.tsx';
import { sendNoReferrer } from './no-referrer.ts';
import { TrialGate } from './trial-gate.tsx';

const RETRY_MS = 10_000;

/** A server that does not answer is only noted, and asked again: the page goes on loading. What it refused is not asked again. */
const keepsTrying = (_failures: number, error: Error): boolean => {
  if (!isAway(error)) return false;
  console.warn('The server could not be asked:', error.message);
  return true;
};

const createViewerQueries = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: Infinity,
        gcTime: Infinity,
        retry: keepsTrying,
        retryDelay: RETRY_MS,
        networkMode: 'always',
        refetchOnWindowFocus: false,
      },
    },
  });

export const start = (root: Element): void => {
  sendNoReferrer();
  const { pathname, search } = hideCredentials();
  const theme = readPreference('themeName');
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={createViewerQueries()}>
        <TrialGate>
          <Viewer pathname={pathname} query={search} />
        </TrialGate>
        <ToastPlace
          early={false}
          position="top-center"
          visibleToasts={3}
          closeButton
          theme={isThemeName(theme) && darkThemes.has(theme) ? 'dark' : 'light'}
        />
      </QueryClientProvider>
    </StrictMode>,
  );
};

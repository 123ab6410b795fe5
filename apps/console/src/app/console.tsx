// The whole page inside React: queries, routes, toasts, and the language as the key that draws everything again.
import { QueryClientProvider } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { StrictMode } from 'react';
import type { ReactElement } from 'react';
import { RouterProvider } from 'react-router/dom';
import { useLocale } from '../lib/i18n.ts';
import { usePreference } from '../lib/preferences.ts';
import { darkThemes, isThemeName } from '../lib/theme-names.ts';
import { useSession } from '../live/session.ts';
import { ToastPlace } from '../ui/toast-place.tsx';
import { createRouter } from './router.tsx';
import { TrialGate } from './trial-gate.tsx';

/** Toasts leave the status line in sight, and the bar under a phone's thumb in reach. */
const aboveStatus = { bottom: 40 };
const abovePhoneBars = { bottom: 112 };

type ConsoleProps = { router: ReturnType<typeof createRouter>; queries: QueryClient };

/** A change of language draws the page again, so that plain t() suffices everywhere. */
export const Console = ({ router, queries }: ConsoleProps): ReactElement => {
  const locale = useLocale();
  const [theme] = usePreference('themeName');
  const signedIn = useSession((session) => session.loginFlag === 1);
  const dark = isThemeName(theme) && darkThemes.has(theme);
  return (
    <StrictMode>
      <QueryClientProvider client={queries}>
        <TrialGate>
          <RouterProvider key={locale} router={router} />
        </TrialGate>
        <ToastPlace
          early={signedIn}
          position="top-center"
          expand
          visibleToasts={6}
          offset={aboveStatus}
          mobileOffset={abovePhoneBars}
          closeButton
          theme={dark ? 'dark' : 'light'}
        />
      </QueryClientProvider>
    </StrictMode>
  );
};

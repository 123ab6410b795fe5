// The error boundary: a screen that threw says so in its place and can be opened anew; the rest of the console stays.
import type { ReactElement } from 'react';
import { useRouteError } from 'react-router';
import { t } from '../lib/i18n.ts';
import { ErrorPanel } from '../ui/states.tsx';

export const Crash = (): ReactElement => {
  const thrown = useRouteError();
  const error = thrown instanceof Error ? thrown : new Error(t('Something unexpected happened'));
  return <ErrorPanel error={error} retry={() => globalThis.location.reload()} />;
};

// The error boundary: a screen that threw, or whose code did not come, says so in its place; the rest of the console stays.
import type { ReactElement } from 'react';
import { Link, useRouteError } from 'react-router';
import { t } from '../lib/i18n.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/states.tsx';

/** What browsers say when the code of a screen could not be fetched: a newer build took its place, or the server is away. */
const isMissingCode = (error: unknown): boolean =>
  error instanceof Error && /dynamically imported module|importing a module script|preload css/i.test(error.message);

const words = (error: unknown): { title: string; text: string } => {
  if (isMissingCode(error))
    return {
      title: t('This screen could not be loaded'),
      text: t(
        'The server is away, or a newer version of the console is there. Reloading the page helps once it is back.',
      ),
    };
  const reason = error instanceof Error && error.message !== '' ? error.message : t('no reason given');
  return {
    title: t('This screen stopped'),
    text: t('Something unexpected happened ({reason}). The other screens go on working.', { reason }),
  };
};

export const Crash = (): ReactElement => {
  const { title, text } = words(useRouteError());
  return (
    <div role="alert">
      <EmptyState
        icon="warning"
        title={title}
        action={
          <p>
            <Button look="primary" icon="refresh" onClick={() => globalThis.location.reload()}>
              {t('Reload the page')}
            </Button>{' '}
            <Link to="/">{t('Go to the start')}</Link>
          </p>
        }
      >
        {text}
      </EmptyState>
    </div>
  );
};

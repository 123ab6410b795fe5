// Asks before a screen with something unsaved is left: by a link, by the back button, by closing the tab. Dialogs ask by themselves.
import { useEffect } from 'react';
import type { ReactElement } from 'react';
import { useBlocker } from 'react-router';
import { Discard } from '../../ui/dialog.tsx';

/** One a page: the router asks one at a time. Another query of the same path is no leaving. */
export const AskBeforeLeaving = ({ unsaved }: { unsaved: boolean }): ReactElement | null => {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => unsaved && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (!unsaved) return undefined;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [unsaved]);
  if (blocker.state !== 'blocked') return null;
  return <Discard onKeep={() => blocker.reset()} onDiscard={() => blocker.proceed()} />;
};

// Asks before something unsaved is left: by a link, by the back button, by closing the tab, by opening another row. Dialogs ask by themselves.
import { useEffect } from 'react';
import type { ReactElement } from 'react';
import { useBlocker } from 'react-router';
import { Discard } from '../../ui/dialog.tsx';

type AskProps = {
  unsaved: boolean;
  /** Names in the query that say what is being edited: another value is leaving, too. */
  edited?: readonly string[];
};

/** One a page: the router asks one at a time. Another query of the same path is no leaving but for the names in `edited`. */
export const AskBeforeLeaving = ({ unsaved, edited = [] }: AskProps): ReactElement | null => {
  const blocker = useBlocker(({ currentLocation: from, nextLocation: to }) => {
    if (!unsaved) return false;
    const [before, after] = [new URLSearchParams(from.search), new URLSearchParams(to.search)];
    return from.pathname !== to.pathname || edited.some((name) => before.get(name) !== after.get(name));
  });
  useEffect(() => {
    if (!unsaved) return undefined;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [unsaved]);
  if (blocker.state !== 'blocked') return null;
  return <Discard onKeep={() => blocker.reset()} onDiscard={() => blocker.proceed()} />;
};

// Asks before something unsaved is left: by a link, by the back button, by closing the tab, by opening another row. Dialogs ask by themselves.
import { useEffect } from 'react';
import type { ReactElement } from 'react';
import { useBlocker } from 'react-router';
import { Discard } from '../../ui/dialog.tsx';

type AskProps = {
  unsaved: boolean;
  /** Names in the query that say what is being edited: another value is leaving, too. */
  edited?: readonly string[];
  /** Says of another query that what is unsaved goes along. */
  isKept?: (to: URLSearchParams) => boolean;
};

/** One a page: the router asks one at a time. Another query of the same path is no leaving but for the names in `edited`. */
export const AskBeforeLeaving = ({ unsaved, edited = [], isKept }: AskProps): ReactElement | null => {
  const blocker = useBlocker(({ currentLocation: from, nextLocation: to }) => {
    if (!unsaved) return false;
    const [before, after] = [new URLSearchParams(from.search), new URLSearchParams(to.search)];
    if (from.pathname !== to.pathname) return true;
    return edited.some((name) => before.get(name) !== after.get(name)) && isKept?.(after) !== true;
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

// Asks before something unsaved is dropped: by a way to another address, by closing the tab, by another language, by another modal. One for
// all forms: the router takes one blocker at a time, and a dialog may stand over a form that has something unsaved, too.
import { useEffect, useRef } from 'react';
import type { ReactElement } from 'react';
import { NavigationType, useBlocker, useLocation } from 'react-router';
import type { BlockerFunction, Location } from 'react-router';
import { closeLeft, droppedBy, isByItself, useDropQuestion, useIsUnsaved } from '../lib/unsaved.ts';
import type { UnsavedForm } from '../lib/unsaved.ts';
import { Discard } from '../ui/dialog.tsx';

const droppedForms = (...[way]: Parameters<BlockerFunction>): readonly UnsavedForm[] => {
  const step = way.historyAction === NavigationType.Pop;
  // A step to where the page once went by itself is somebody's own.
  if (!step && isByItself(way.nextLocation.state)) return [];
  return droppedBy({ from: way.currentLocation, to: way.nextLocation, step });
};

/** Takes away what was discarded at an address and is still there at the next one. */
const useDiscarded = (): ((forms: readonly UnsavedForm[]) => void) => {
  const location = useLocation();
  const discarded = useRef<{ readonly at: Location; readonly forms: readonly UnsavedForm[] }>(undefined);
  useEffect(() => {
    if (discarded.current === undefined || discarded.current.at === location) return;
    closeLeft(discarded.current.forms);
    discarded.current = undefined;
  }, [location]);
  return (forms) => void (discarded.current = { at: location, forms });
};

const Guard = (): ReactElement | null => {
  const asked = useRef<readonly UnsavedForm[]>([]);
  const discard = useDiscarded();
  const blocker = useBlocker((way) => {
    asked.current = droppedForms(way);
    return asked.current.length > 0;
  });
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, []);
  if (blocker.state !== 'blocked') return null;
  const go = (): void => {
    discard(asked.current);
    blocker.proceed();
  };
  return <Discard onKeep={() => blocker.reset()} onDiscard={go} />;
};

export const LeaveQuestion = (): ReactElement => {
  const unsaved = useIsUnsaved();
  const answer = useDropQuestion();
  return (
    <>
      {unsaved && <Guard />}
      {answer !== undefined && <Discard onKeep={() => answer(false)} onDiscard={() => answer(true)} />}
    </>
  );
};

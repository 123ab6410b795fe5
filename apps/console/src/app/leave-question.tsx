// Asks before something unsaved is dropped: by a way to another address, by closing the tab, by another language. One for all forms: the
// router takes one blocker at a time, and a dialog may stand over a form that has something unsaved, too.
import { useEffect } from 'react';
import type { ReactElement } from 'react';
import { NavigationType, useBlocker } from 'react-router';
import type { BlockerFunction } from 'react-router';
import { dropsUnsaved, useDropQuestion, useIsUnsaved } from '../lib/unsaved.ts';
import { Discard } from '../ui/dialog.tsx';

const isDropping: BlockerFunction = ({ currentLocation: from, nextLocation: to, historyAction }) =>
  dropsUnsaved({ from, to, step: historyAction === NavigationType.Pop });

const Guard = (): ReactElement | null => {
  const blocker = useBlocker(isDropping);
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, []);
  if (blocker.state !== 'blocked') return null;
  return <Discard onKeep={() => blocker.reset()} onDiscard={() => blocker.proceed()} />;
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

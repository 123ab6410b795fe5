// What is unsaved in a screen is asked for before it is left: by a link, by the back button, by closing the tab, by opening another row.
// Dialogs tell it by themselves; the question is app/leave-question.tsx.
import { useUnsaved } from '../../lib/unsaved.ts';
import type { Way } from '../../lib/unsaved.ts';

type AskProps = {
  unsaved: boolean;
  /** Names in the query that say what is being edited: another value is leaving, too. */
  edited?: readonly string[];
  /** Says of another query that what is unsaved goes along. */
  isKept?: (to: URLSearchParams) => boolean;
};

/** Another query of the same path is no leaving but for the names in `edited`. */
export const AskBeforeLeaving = ({ unsaved, edited = [], isKept }: AskProps): null => {
  const isDroppedBy = ({ from, to }: Way): boolean => {
    const [before, after] = [new URLSearchParams(from.search), new URLSearchParams(to.search)];
    if (from.pathname !== to.pathname) return true;
    return edited.some((name) => before.get(name) !== after.get(name)) && isKept?.(after) !== true;
  };
  useUnsaved(unsaved, { isDroppedBy });
  return null;
};

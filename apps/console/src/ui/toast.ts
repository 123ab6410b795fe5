// Short messages that come and go: a thin face on sonner, so that places and durations are the same everywhere.
import { toast } from 'sonner';

const SHOWN_MS = 5000;

/** Top centre, 5 s unless told. `title` is the headline, `text` the detail. */
export const showToast = (
  tone: 'success' | 'error' | 'info' | 'warning',
  title: string,
  text = '',
  shownMs: number = SHOWN_MS,
): void => {
  toast[tone](title, { duration: shownMs, ...(text === '' ? {} : { description: text }) });
};

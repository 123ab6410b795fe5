// Short messages that come and go: a thin face on sonner, so that places and durations are the same everywhere. The library is loaded with
// the place where they appear (toasts.tsx); what is shown before waits for it.
import type { ReactNode } from 'react';
import type { toast } from 'sonner';
import { createStore } from 'zustand/vanilla';
import { t } from '../lib/i18n.ts';
import { noToast, refusalText } from '../lib/refusals.ts';
import styles from './toast.module.css';

const SHOWN_MS = 5000;
/** Long enough to see what was done and to come to the button by keys (Alt and T lead to the toasts, and hold their time). */
const UNDO_MS = 10_000;

type Library = typeof toast;
let library: Library | undefined;
const MOST_WAITING = 20;
const waiting: ((toasts: Library) => void)[] = [];

/** True from the first toast on. */
export const toastsWanted = createStore<boolean>(() => false);
export const wantToasts = (): void => toastsWanted.setState(true, true);

/** The place of toasts is there: shows what waited for it. */
export const startToasts = (toasts: Library): void => {
  library = toasts;
  for (const act of waiting.splice(0)) act(toasts);
};

const withToasts = (act: (toasts: Library) => void): void => {
  if (library !== undefined) return act(library);
  wantToasts();
  if (waiting.length < MOST_WAITING) waiting.push(act);
};

export type ToastTone = 'success' | 'error' | 'info' | 'warning';
export type ToastChoice = {
  /** 5000 by default; Infinity stays until it is closed. */
  readonly shownMs?: number;
  /** Top centre by default. */
  readonly place?: 'top-center' | 'top-right' | 'bottom-right';
  readonly action?: { readonly text: string; readonly run: () => void };
  /** A later toast of the same id takes the place of this one. */
  readonly id?: string;
  readonly onClose?: () => void;
  /** Somebody is in danger: it is red and larger than any other. */
  readonly urgent?: boolean;
  /** In the place of the tone's own. */
  readonly icon?: ReactNode;
};

/** `title` is the headline, `text` the detail. */
export const showToast = (tone: ToastTone, title: ReactNode, text: ReactNode = '', choice: ToastChoice = {}): void => {
  const { shownMs = SHOWN_MS, place, action, id, onClose, urgent = false, icon } = choice;
  const options = {
    duration: shownMs,
    ...(urgent ? { className: styles.urgent ?? '' } : {}),
    ...(icon === undefined ? {} : { icon }),
    ...(text === '' ? {} : { description: text }),
    ...(place === undefined ? {} : { position: place }),
    ...(action === undefined ? {} : { action: { label: action.text, onClick: action.run } }),
    ...(id === undefined ? {} : { id }),
    ...(onClose === undefined ? {} : { onDismiss: onClose, onAutoClose: onClose }),
  };
  withToasts((toasts) => toasts[tone](title, options));
};

/** Why something failed, in words. */
export const failureText = (error: unknown): string => (error instanceof Error ? refusalText(error) : String(error));

/** Says that something failed, and why: once, however often it does. `text` where the reason has other words here. */
export const showFailure = (title: string, error: unknown, text = failureText(error)): void => {
  noToast(error);
  showToast('error', title, text, { id: `failed: ${title} ${text}` });
};

/** Takes a toast away. */
export const closeToast = (id: string): void => {
  withToasts((toasts) => toasts.dismiss(id));
};

/** Says what was done and offers to take it back: in the place of a confirm wherever that can be. `undo` rejects with the reason. */
export const showUndo = (title: string, undo: () => Promise<unknown>): void => {
  const run = (): void => {
    undo().catch((error: unknown) => showFailure(t('This could not be undone'), error));
  };
  showToast('info', title, '', { shownMs: UNDO_MS, place: 'bottom-right', action: { text: t('Undo'), run } });
};

// Short messages that come and go: a thin face on sonner, so that places and durations are the same everywhere.
import type { ReactNode } from 'react';
import { toast } from 'sonner';
import styles from './toast.module.css';

const SHOWN_MS = 5000;

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
  toast[tone](title, {
    duration: shownMs,
    ...(urgent ? { className: styles.urgent ?? '' } : {}),
    ...(icon === undefined ? {} : { icon }),
    ...(text === '' ? {} : { description: text }),
    ...(place === undefined ? {} : { position: place }),
    ...(action === undefined ? {} : { action: { label: action.text, onClick: action.run } }),
    ...(id === undefined ? {} : { id }),
    ...(onClose === undefined ? {} : { onDismiss: onClose, onAutoClose: onClose }),
  });
};

/** Takes a toast away. */
export const closeToast = (id: string): void => {
  toast.dismiss(id);
};

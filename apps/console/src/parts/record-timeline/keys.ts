// The keys of a timeline: those of any slider, and + and - to zoom. Pure.
import { keyStepMs, lengthOf, panned, zoomed } from './time-view.ts';
import type { TimeView } from './time-view.ts';

export type KeyRequest = { readonly seek: number } | { readonly view: TimeView };

/** What a key asks for at the moment `at`; Shift goes ten times as far. Undefined: not a key of the timeline. */
export const keyRequest = (
  { key, shiftKey }: { readonly key: string; readonly shiftKey: boolean },
  at: number,
  view: TimeView,
  bounds: TimeView,
): KeyRequest | undefined => {
  const step = keyStepMs(view) * (shiftKey ? 10 : 1);
  const page = lengthOf(view) * 0.75;
  const requests: Readonly<Record<string, () => KeyRequest>> = {
    ArrowLeft: () => ({ seek: Math.max(at - step, bounds.fromMs) }),
    ArrowDown: () => ({ seek: Math.max(at - step, bounds.fromMs) }),
    ArrowRight: () => ({ seek: Math.min(at + step, bounds.toMs) }),
    ArrowUp: () => ({ seek: Math.min(at + step, bounds.toMs) }),
    Home: () => ({ seek: view.fromMs }),
    End: () => ({ seek: view.toMs }),
    PageUp: () => ({ view: panned(view, -page, bounds) }),
    PageDown: () => ({ view: panned(view, page, bounds) }),
    '+': () => ({ view: zoomed(view, 0.5, at, bounds) }),
    '=': () => ({ view: zoomed(view, 0.5, at, bounds) }),
    '-': () => ({ view: zoomed(view, 2, at, bounds) }),
  };
  return requests[key]?.();
};

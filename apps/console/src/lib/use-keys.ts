// The one way to hear keys that are pressed anywhere on the page, and the one rule for what swallows a key. Not: keys of a widget that
// has the focus (its own onKeyDown).
import { useLayoutEffect, useRef } from 'react';

type Act = (event: KeyboardEvent) => void;
/** What each key does, by `keyName`: 'k', 'arrowleft', ' ', '?', 'ctrl+k'. Undefined leaves the key to the page. */
export type Keys = Readonly<Record<string, Act | undefined>>;

type Options = {
  /** Whose keys they are: those pressed while no dialog is open (so it is when left out), those pressed in a dialog, or both. */
  readonly where?: 'page' | 'dialog' | 'anywhere';
  /** False: a key held down acts once. */
  readonly repeats?: boolean;
  /** Before everything else on the page, or after every screen had its turn; in between when left out. */
  readonly turn?: 'first' | 'last';
};

/** Keys that whatever has the focus uses itself. */
const swallows: readonly (readonly [selector: string, keys: RegExp])[] = [
  ['input:not([type=range]),textarea,select,[contenteditable]', /^(?!ctrl\+)/],
  ['button:not([data-hold]),a,summary,[role=switch]', /^(?: |enter)$/],
  // A row opens with Enter; a table in which Space chooses takes it itself.
  ['tr,[role=row]', /^enter$/],
  ['input[type=range],[role=slider],[role=separator],[role=grid]', /^(?:arrow|home$|end$|page)/],
  ['.maplibregl-map', /^arrow/],
];

const DIALOG = '.modal, .offcanvas, dialog[open]';
const OPEN_DIALOG = '.modal.show, .offcanvas.show, dialog[open]';

/** In lower case, with Ctrl or Meta as 'ctrl+'. Undefined with Alt: such a key is the browser's or the keyboard layout's. */
const keyName = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): string | undefined =>
  altKey ? undefined : `${ctrlKey || metaKey ? 'ctrl+' : ''}${key.toLowerCase()}`;

const isOurs = ({ target }: KeyboardEvent, name: string, where: Options['where'] = 'page'): boolean => {
  const within = (selector: string): boolean => target instanceof Element && target.closest(selector) !== null;
  if (where === 'dialog' && !within(DIALOG)) return false;
  if (where === 'page' && (within(DIALOG) || document.querySelector(OPEN_DIALOG) !== null)) return false;
  return !swallows.some(([selector, keys]) => keys.test(name) && within(selector));
};

/**
 * Listens while the component is there. A key with an act does nothing else; one that a widget has taken already
 * (`preventDefault`), or that what has the focus needs itself, is left alone.
 */
export const useKeys = (keys: Keys | ((name: string) => Act | undefined), options: Options = {}): void => {
  const latest = useRef({ keys, options });
  // With the drawing, not some time after it: anyone who sees the screen may press its keys.
  useLayoutEffect(() => {
    latest.current = { keys, options };
  });
  const { turn } = options;
  useLayoutEffect(() => {
    let ours: string | undefined;
    const act = (event: KeyboardEvent): void => {
      if (ours === undefined || event.defaultPrevented) return;
      const { keys: now, options: how } = latest.current;
      const found = typeof now === 'function' ? now(ours) : now[ours];
      if (found === undefined) return;
      event.preventDefault();
      if (turn === 'first') event.stopPropagation();
      if (how.repeats !== false || !event.repeat) found(event);
    };
    /** Before anybody acts: a dialog that this key closes was open when it was pressed. */
    const look = (event: KeyboardEvent): void => {
      const name = keyName(event);
      ours = name !== undefined && isOurs(event, name, latest.current.options.where) ? name : undefined;
      if (turn === 'first') act(event);
    };
    const listening = new AbortController();
    const { signal } = listening;
    window.addEventListener('keydown', look, { capture: true, signal });
    if (turn === 'last') window.addEventListener('keydown', act, { signal });
    else if (turn !== 'first') document.addEventListener('keydown', act, { signal });
    return () => listening.abort();
  }, [turn]);
};

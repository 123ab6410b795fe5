// Whether words and hints of the bar have to go: the texts of a language and the window decide, no fixed width.
import { useEffect } from 'react';
import type { RefObject } from 'react';

/**
 * First everything moves closer and the filters become as narrow as can be read, then the user's name and the arrows of the personal menus
 * go, so that the words of the screens stay at 1440 pixels. Then the words beside plain links go, then all, then the button of the quick bar,
 * which has its key.
 */
const steps = ['', 'close', 'names', 'links', 'all', 'least'];

const fit = (bar: HTMLElement): void => {
  for (const step of steps) {
    bar.dataset.compact = step;
    if (bar.scrollWidth <= bar.clientWidth) return;
  }
};

/** Keeps `data-compact` on the element at the first step with which nothing overflows. */
export const useCompact = (element: RefObject<HTMLElement | null>): void => {
  useEffect(() => {
    const bar = element.current;
    if (bar === null) return undefined;
    const watch = new ResizeObserver(() => fit(bar));
    for (const part of [bar, ...bar.children]) watch.observe(part);
    return () => watch.disconnect();
  }, [element]);
};

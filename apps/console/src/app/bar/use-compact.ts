// Whether the words of the bar have to go: the texts of a language and the window decide, no fixed width.
import { useEffect } from 'react';
import type { RefObject } from 'react';

const fit = (bar: HTMLElement): void => {
  delete bar.dataset.compact;
  if (bar.scrollWidth > bar.clientWidth) bar.dataset.compact = 'true';
};

/** Keeps `data-compact` on the element while it would overflow with all its words. */
export const useCompact = (element: RefObject<HTMLElement | null>): void => {
  useEffect(() => {
    const bar = element.current;
    if (bar === null) return undefined;
    const watch = new ResizeObserver(() => fit(bar));
    for (const part of [bar, ...bar.children]) watch.observe(part);
    return () => watch.disconnect();
  }, [element]);
};

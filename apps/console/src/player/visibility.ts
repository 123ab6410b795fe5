// Whether anyone can see an element: its tab is shown and it is not scrolled away.
import type { Stop } from '../lib/time.ts';

/** The page is in a tab that is shown. */
export const isPageShown = (): boolean => document.visibilityState === 'visible';

/** Calls `run` whenever that changes. */
export const onPageShown = (run: () => void): Stop => {
  document.addEventListener('visibilitychange', run);
  return () => document.removeEventListener('visibilitychange', run);
};

/** Tells each change. An element counts as visible until something says otherwise. */
export const watchVisibility = (element: Element, onChange: (visible: boolean) => void): Stop => {
  let inView = true;
  let told = true;
  const judge = (): void => {
    const visible = inView && isPageShown();
    if (visible === told) return;
    told = visible;
    onChange(visible);
  };
  const observer = new IntersectionObserver((entries) => {
    inView = entries.at(-1)?.isIntersecting ?? true;
    judge();
  });
  observer.observe(element);
  const stop = onPageShown(judge);
  judge();
  return () => {
    observer.disconnect();
    stop();
  };
};

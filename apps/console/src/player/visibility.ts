// Whether anyone can see an element: its tab is shown and it is not scrolled away.
import type { Stop } from '../lib/time.ts';

/** Tells each change. An element counts as visible until something says otherwise. */
export const watchVisibility = (element: Element, onChange: (visible: boolean) => void): Stop => {
  let inView = true;
  let told = true;
  const judge = (): void => {
    const visible = inView && document.visibilityState === 'visible';
    if (visible === told) return;
    told = visible;
    onChange(visible);
  };
  const observer = new IntersectionObserver((entries) => {
    inView = entries.at(-1)?.isIntersecting ?? true;
    judge();
  });
  observer.observe(element);
  document.addEventListener('visibilitychange', judge);
  judge();
  return () => {
    observer.disconnect();
    document.removeEventListener('visibilitychange', judge);
  };
};

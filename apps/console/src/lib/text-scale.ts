// How much larger than usual text is: by the size this browser's user chose for it, and on a screen of 4K. Style sheets count in
// rem and need none of this; it is for what is placed by numbers.
import { useSyncExternalStore } from 'react';

const USUAL_PX = 16;

const subscribe = (tell: () => void): (() => void) => {
  window.addEventListener('resize', tell);
  return () => window.removeEventListener('resize', tell);
};

/** 1 for text of the usual size. */
export const textScale = (): number =>
  (Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || USUAL_PX) / USUAL_PX;

/** So many pixels at the usual size, as many as they are now. */
export const useScaled = (px: number): number => Math.round(px * useSyncExternalStore(subscribe, textScale));

/** Lengths such as '48px' or 'minmax(86px, 1fr)' in rem. */
export const inRem = (lengths: string): string =>
  lengths.replaceAll(/(\d+(?:\.\d+)?)px/g, (_, px: string) => `${Number(px) / USUAL_PX}rem`);

// What kind of browser this is, as far as screens differ: phone or desktop, secure page or plain http.
import { useSyncExternalStore } from 'react';

/** Upright, or lying on its side; the style sheets say the same. A keyboard that takes half of an upright phone does not lay it down. */
const PHONE = '(max-width: 767.98px), (max-height: 500px) and (min-width: 560px) and (pointer: coarse)';

const UPRIGHT = '(orientation: portrait)';

/** Follows what style sheets know too. */
const watched = (media: string) => ({
  subscribe: (tell: () => void): (() => void) => {
    const query = window.matchMedia(media);
    query.addEventListener('change', tell);
    return () => query.removeEventListener('change', tell);
  },
  matches: (): boolean => window.matchMedia(media).matches,
});

const phone = watched(PHONE);
const upright = watched(UPRIGHT);

/** True while the page is as narrow as a phone, or as low as one that lies: cards instead of tables, no map start page. */
export const usePhone = (): boolean => useSyncExternalStore(phone.subscribe, phone.matches);

/** True while the page is higher than wide. */
export const useUpright = (): boolean => useSyncExternalStore(upright.subscribe, upright.matches);

/** Microphone, WebCodecs, clipboard and installing need a secure page: https, or localhost. */
export const isSecurePage = (): boolean => globalThis.isSecureContext;

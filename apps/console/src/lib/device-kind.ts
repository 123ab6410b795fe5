// What kind of browser this is, as far as screens differ: phone or desktop, secure page or plain http.
import { useSyncExternalStore } from 'react';

const PHONE = '(max-width: 767.98px)';

const subscribe = (tell: () => void): (() => void) => {
  const query = window.matchMedia(PHONE);
  query.addEventListener('change', tell);
  return () => query.removeEventListener('change', tell);
};

const isPhone = (): boolean => window.matchMedia(PHONE).matches;

/** True while the page is as narrow as a phone: cards instead of tables, no map start page. */
export const usePhone = (): boolean => useSyncExternalStore(subscribe, isPhone);

/** Microphone, WebCodecs, clipboard and installing need a secure page: https, or localhost. */
export const isSecurePage = (): boolean => globalThis.isSecureContext;

// The page's one idle countdown and what drives it: the place on screen, and whether there is one at all.
import { useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useStore } from 'zustand';
import { deployment } from '../../lib/deployment.ts';
import { usePhone } from '../../lib/device-kind.ts';
import { systemClock } from '../../lib/time.ts';
import { useSession } from '../../live/session.ts';
import { Countdown } from './countdown.ts';
import type { CountdownPlace, CountdownState } from './countdown.ts';

const IDLE = '/idle';
let goIdle = (): void => {};
const countdown = new Countdown(systemClock, () => goIdle());

const placeOf = (pathname: string): CountdownPlace => ({
  limitS: /^\/liveview(?:\/|$)/.test(pathname) ? deployment.liveIdleSeconds : deployment.idleSeconds,
  counted: pathname !== '/i18neditor',
});

/** Runs the countdown while someone is signed in at a desktop; only a click on the stopwatch or leaving /idle starts it again. */
export const useIdleWatch = (): void => {
  const signedIn = useSession((s) => s.loginFlag === 1);
  const phone = usePhone();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const here = useRef(pathname);
  const running = signedIn && !phone && !deployment.disableIdle;
  // With the drawing: whoever sees a screen sees the countdown of that screen.
  useLayoutEffect(() => {
    if (!running) return undefined;
    countdown.start(placeOf(here.current));
    return () => countdown.stop();
  }, [running]);
  useLayoutEffect(() => {
    countdown.enter(placeOf(pathname));
    if (here.current === IDLE && pathname !== IDLE) countdown.reset();
    here.current = pathname;
    goIdle = () => {
      if (pathname !== IDLE) void navigate(IDLE);
    };
  }, [pathname, navigate]);
};

/** How it stands; not running: nothing to show. */
export const useCountdown = (): CountdownState => useStore(countdown.state);
export const resetCountdown = (): void => countdown.reset();
export const freezeCountdown = (frozen: boolean): void => countdown.freeze(frozen);

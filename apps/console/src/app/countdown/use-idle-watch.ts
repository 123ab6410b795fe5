// The page's one idle countdown and what drives it: the place on screen, and whether there is one at all.
import { useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useStore } from 'zustand';
import { deployment } from '../../lib/deployment.ts';
import { usePhone } from '../../lib/device-kind.ts';
import { systemClock } from '../../lib/time.ts';
import type { Stop } from '../../lib/time.ts';
import { BY_ITSELF } from '../../lib/unsaved.ts';
import { useSession } from '../../live/session.ts';
import { closePlaying } from '../../parts/overlay-store.ts';
import { useTalkOpen } from '../../parts/talk/open-talks.ts';
import { Countdown } from './countdown.ts';
import type { CountdownPlace, CountdownState } from './countdown.ts';

const IDLE = '/idle';
let goIdle = (): void => {};
const countdown = new Countdown(systemClock, () => goIdle());

const placeOf = (pathname: string): CountdownPlace => ({
  limitS: /^\/liveview(?:\/|$)/.test(pathname) ? deployment.liveIdleSeconds : deployment.idleSeconds,
  counted: pathname !== '/i18neditor',
});

/** What only a person does. Not: moving the mouse, which a shaking desk does, and what plays by itself. */
const WORK = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const;

/** Calls for each of them, wherever in the console; nothing swallows it on its way. */
const hearWork = (run: () => void): Stop => {
  const options = { capture: true, passive: true };
  for (const kind of WORK) window.addEventListener(kind, run, options);
  return () => {
    for (const kind of WORK) window.removeEventListener(kind, run, options);
  };
};

/** Runs the countdown while someone is signed in at a desktop: work starts it again, and leaving /idle; an open talk holds it. */
export const useIdleWatch = (): void => {
  const signedIn = useSession((s) => s.loginFlag === 1);
  const phone = usePhone();
  const talking = useTalkOpen();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const here = useRef(pathname);
  const running = signedIn && !phone && !deployment.disableIdle;
  // With the drawing: anyone who sees a screen sees the countdown of that screen.
  useLayoutEffect(() => {
    if (!running) return undefined;
    countdown.start(placeOf(here.current));
    const stopHearing = hearWork(() => countdown.used());
    return () => {
      stopHearing();
      countdown.stop();
    };
  }, [running]);
  useLayoutEffect(() => countdown.hold(talking), [talking]);
  useLayoutEffect(() => {
    countdown.enter(placeOf(pathname));
    if (here.current === IDLE && pathname !== IDLE) countdown.reset();
    here.current = pathname;
    goIdle = () => {
      closePlaying();
      if (pathname !== IDLE) void navigate(IDLE, { state: BY_ITSELF });
    };
  }, [pathname, navigate]);
};

/** How it stands; not running: nothing to show. */
export const useCountdown = (): CountdownState => useStore(countdown.state);
export const resetCountdown = (): void => countdown.reset();
export const freezeCountdown = (frozen: boolean): void => countdown.freeze(frozen);

// Going back from live pictures: by a press, half a minute at a time, or by dragging the picture to the right, which goes back as long as
// it is held. What is played then is look-back.tsx.
import { postRecordings } from '@outrider/contract';
import { useRef, useState } from 'react';
import type { PointerEvent } from 'react';
import { systemClock } from '../../lib/time.ts';
import { sessionStore, useMay } from '../../live/session.ts';
import { BACK_SECONDS } from '../playback/use-play-keys.ts';
import { backMs } from './back-rules.ts';

export type Back = {
  /** This account may see what the server recorded. */
  readonly offered: boolean;
  /** Where recorded footage began and where it was last led to, UTC ms; undefined: live. */
  readonly now: { readonly startMs: number; readonly targetMs: number; readonly held: boolean } | undefined;
  /** From live pictures to half a minute ago. */
  readonly begin: () => void;
  readonly live: () => void;
  readonly drag: {
    readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void;
    readonly onPointerMove: (event: PointerEvent<HTMLElement>) => void;
    readonly onPointerUp: () => void;
    readonly onPointerCancel: () => void;
  };
};

/** The server's clock: recordings are timed by it. */
const serverNow = (): number => systemClock.now() + sessionStore.getState().clockOffsetMs;

const isPicture = (target: EventTarget): boolean =>
  target instanceof Element &&
  target.closest('[data-channel]') !== null &&
  target.closest('button,input,select,a') === null;

export const useBack = (): Back => {
  const offered = useMay(postRecordings.right);
  const [now, setNow] = useState<Back['now']>();
  const press = useRef<{ x: number; fromMs: number }>(undefined);
  const to = (targetMs: number, held: boolean): void =>
    setNow((before) => ({ startMs: before?.startMs ?? targetMs, targetMs, held }));
  const live = (): void => setNow(undefined);
  const letGo = (): void => {
    if (press.current !== undefined && now?.held === true) live();
    press.current = undefined;
  };
  return {
    offered,
    now,
    begin: () => to(serverNow() - BACK_SECONDS * 1000, false),
    live,
    drag: {
      // Touch is for swiping and scrolling; a finger has the button.
      onPointerDown: (event) => {
        if (!offered || now !== undefined || event.pointerType === 'touch' || event.button !== 0) return;
        if (isPicture(event.target)) press.current = { x: event.clientX, fromMs: serverNow() };
      },
      onPointerMove: (event) => {
        const begun = press.current;
        const ms = begun === undefined ? undefined : backMs(event.clientX - begun.x, now !== undefined);
        if (begun === undefined || ms === undefined) return;
        if (now === undefined) event.currentTarget.setPointerCapture(event.pointerId);
        const targetMs = begun.fromMs - ms;
        if (now?.targetMs !== targetMs) to(targetMs, true);
      },
      onPointerUp: letGo,
      onPointerCancel: letGo,
    },
  };
};

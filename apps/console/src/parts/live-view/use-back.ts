// Going back from live pictures: by a press, half a minute at a time, or by dragging a picture to the right, which goes back as long as
// it is held. A drag and the key are about one tile, the others stay live; the button of the head line is about all. What is played then
// is back-tile.tsx and look-back.tsx.
import { postRecordings, postRecordList } from '@outrider/contract';
import { useRef, useState } from 'react';
import type { PointerEvent } from 'react';
import { systemClock } from '../../lib/time.ts';
import { sessionStore, useMay } from '../../live/session.ts';
import { BACK_SECONDS } from '../playback/use-play-keys.ts';
import { backMs } from './back-rules.ts';

/** Where recorded footage began and where it was last led to, UTC ms. */
export type BackMoment = { readonly startMs: number; readonly targetMs: number; readonly held: boolean };

export type Back = {
  /** This account may see what the server, or what the recorder, recorded. */
  readonly offered: boolean;
  /** What the server did: all tiles at once ask no recorder. */
  readonly allOffered: boolean;
  /** All pictures are recorded ones; undefined: they are not. */
  readonly all: BackMoment | undefined;
  /** The pictures of one tile are. */
  readonly one: (BackMoment & { readonly channel: number }) | undefined;
  /** From live pictures to half a minute ago: of one channel, or of all. */
  readonly begin: (channel: number | 'all') => void;
  /** One tile that went back goes to another moment. */
  readonly goTo: (ms: number) => void;
  readonly live: () => void;
  readonly drag: {
    readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void;
    readonly onPointerMove: (event: PointerEvent<HTMLElement>) => void;
    readonly onPointerUp: () => void;
    readonly onPointerCancel: () => void;
  };
};

/** The server's clock: recordings are timed by it. */
export const serverNow = (): number => systemClock.now() + sessionStore.getState().clockOffsetMs;

/** The channel whose picture was pressed; undefined beside pictures and on what lies over them. */
const pressedChannel = (target: EventTarget): number | undefined => {
  if (!(target instanceof Element) || target.closest('button,input,select,a') !== null) return undefined;
  const channel = target.closest('[data-channel]')?.getAttribute('data-channel') ?? null;
  return channel === null ? undefined : Number(channel);
};

type State = BackMoment & { readonly channel: number | 'all' };
type Press = { readonly x: number; readonly fromMs: number; readonly channel: number };

/** `on`: the channels that are on; one that is switched off is not gone back in. */
export const useBack = (on: readonly number[]): Back => {
  const maySee = useMay(postRecordings.right);
  const mayAsk = useMay(postRecordList.right);
  const [state, setState] = useState<State>();
  const press = useRef<Press>(undefined);
  if (state !== undefined && state.channel !== 'all' && !on.includes(state.channel)) setState(undefined);
  const to = (channel: number | 'all', targetMs: number, held: boolean): void =>
    setState((before) => ({
      channel,
      startMs: before?.channel === channel ? before.startMs : targetMs,
      targetMs,
      held,
    }));
  const live = (): void => setState(undefined);
  const letGo = (): void => {
    if (press.current !== undefined && state?.held === true) live();
    press.current = undefined;
  };
  return {
    offered: maySee || mayAsk,
    allOffered: maySee,
    all: state?.channel === 'all' ? state : undefined,
    one: state === undefined || state.channel === 'all' ? undefined : { ...state, channel: state.channel },
    begin: (channel) => to(channel, serverNow() - BACK_SECONDS * 1000, false),
    goTo: (ms) => state !== undefined && to(state.channel, ms, false),
    live,
    drag: {
      // Touch is for swiping and scrolling; a finger has the button.
      onPointerDown: (event) => {
        if (!(maySee || mayAsk) || event.pointerType === 'touch' || event.button !== 0) return;
        const channel = pressedChannel(event.target);
        if (channel === undefined || state?.channel === 'all' || state?.channel === channel) return;
        press.current = { x: event.clientX, fromMs: serverNow(), channel };
      },
      onPointerMove: (event) => {
        const begun = press.current;
        if (begun === undefined) return;
        if ((event.buttons & 1) === 0) return letGo(); // released beside the page
        const dragging = state?.held === true;
        const ms = backMs(event.clientX - begun.x, dragging);
        if (ms === undefined) return;
        if (!dragging) event.currentTarget.setPointerCapture(event.pointerId);
        const targetMs = begun.fromMs - ms;
        if (state?.targetMs !== targetMs || !dragging) to(begun.channel, targetMs, true);
      },
      onPointerUp: letGo,
      onPointerCancel: letGo,
    },
  };
};

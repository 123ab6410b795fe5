// Wheel, pinch, drag and click on a timeline's plot. What they make of the view is time-view.ts.
import { useEffect, useEffectEvent, useRef } from 'react';
import type { PointerEvent as ReactPointer, RefObject } from 'react';
import { systemClock } from '../../lib/time.ts';
import type { Stop } from '../../lib/time.ts';
import { lengthOf, momentAt, panned, resized, zoomed } from './time-view.ts';
import type { TimeView } from './time-view.ts';

/** A press that moves less is a click. */
const CLICK_PX = 4;
/** A finger that rests so long points, as a pointer does without being pressed. */
const HOLD_MS = 300;
const WHEEL_STEP = 1.0015;
/** A wheel that counts in lines: so many pixels each. */
const LINE_PX = 16;

export type GestureKit = {
  readonly view: TimeView;
  readonly bounds: TimeView;
  readonly width: number;
  readonly onView: (view: TimeView) => void;
  /** A click, or the end of a press that did not move; pixels within the plot. */
  readonly onClick: (x: number, y: number) => void;
  readonly onHover: (place: { x: number; y: number } | undefined) => void;
};

type Fingers = Map<number, number>;
type Press = { readonly view: TimeView; readonly x: number; moved: boolean; readonly apart: number };
type PlotEvent = ReactPointer<HTMLElement>;

export type Gestures = {
  readonly onPointerDown: (event: PlotEvent) => void;
  readonly onPointerMove: (event: PlotEvent) => void;
  readonly onPointerUp: (event: PlotEvent) => void;
  readonly onPointerCancel: (event: PlotEvent) => void;
  readonly onPointerLeave: () => void;
};

const placeIn = ({ currentTarget, clientX, clientY }: PlotEvent): { x: number; y: number } => {
  const { left, top } = currentTarget.getBoundingClientRect();
  return { x: clientX - left, y: clientY - top };
};
const middleOf = (fingers: Fingers): number => [...fingers.values()].reduce((sum, x) => sum + x, 0) / fingers.size;
const apartOf = (fingers: Fingers): number => Math.max(...fingers.values()) - Math.min(...fingers.values());

/** The wheel zooms about the pointer; with Shift, or a wheel that tilts, it pans. The page does not scroll meanwhile. */
const useWheel = (plot: RefObject<HTMLElement | null>, { view, bounds, width, onView }: GestureKit): void => {
  const turn = useEffectEvent((event: WheelEvent, x: number) => {
    const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE_PX : 1;
    const [dx, dy] = event.shiftKey ? [event.deltaX || event.deltaY, 0] : [event.deltaX, event.deltaY];
    const next =
      Math.abs(dx) > Math.abs(dy)
        ? panned(view, ((dx * unit) / Math.max(width, 1)) * lengthOf(view), bounds)
        : zoomed(view, WHEEL_STEP ** (dy * unit), momentAt(view, width, x), bounds);
    onView(next);
  });
  useEffect(() => {
    const element = plot.current;
    const onWheel = (event: WheelEvent): void => {
      event.preventDefault();
      turn(event, event.clientX - (element?.getBoundingClientRect().left ?? 0));
    };
    element?.addEventListener('wheel', onWheel, { passive: false }); // the page's own listeners could not hold the page still
    return () => element?.removeEventListener('wheel', onWheel);
  }, [plot]);
};

/** A finger that rests points from then on: `begin` with each press, `end` when it is over or something else. */
const useHold = (onHover: GestureKit['onHover']) => {
  const held = useRef(false);
  const stop = useRef<Stop>(() => {});
  useEffect(() => () => stop.current(), []);
  return {
    held,
    begin: (place: { x: number; y: number }): void => {
      stop.current();
      stop.current = systemClock.after(HOLD_MS, () => {
        held.current = true;
        onHover(place);
      });
    },
    end: (): void => {
      stop.current();
      if (held.current) onHover(undefined);
      held.current = false;
    },
  };
};

/** The plot's listeners. One finger or the pointer pans, two fingers zoom, one that rested points, a click is told. */
export const useGestures = (plot: RefObject<HTMLElement | null>, kit: GestureKit): Gestures => {
  const { view, bounds, width, onView, onClick, onHover } = kit;
  const fingers = useRef<Fingers>(new Map());
  const press = useRef<Press | undefined>(undefined);
  const hold = useHold(onHover);
  useWheel(plot, kit);
  const begin = (moved: boolean): void => {
    const down = fingers.current;
    press.current = down.size === 0 ? undefined : { view, x: middleOf(down), moved, apart: apartOf(down) };
  };
  const move = (now: Press): void => {
    const x = middleOf(fingers.current);
    if (fingers.current.size > 1) {
      const apart = Math.max(apartOf(fingers.current), 8);
      const length = (lengthOf(now.view) * Math.max(now.apart, 8)) / apart;
      onView(resized(now.view, length, momentAt(now.view, width, now.x), bounds));
    } else if (now.moved) onView(panned(now.view, ((now.x - x) / Math.max(width, 1)) * lengthOf(now.view), bounds));
  };
  const leave = (event: PlotEvent): void => {
    hold.end();
    fingers.current.delete(event.pointerId);
    begin(true);
  };
  return {
    onPointerDown: (event) => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      fingers.current.set(event.pointerId, placeIn(event).x);
      begin(fingers.current.size > 1);
      if (fingers.current.size > 1) hold.end();
      else if (event.pointerType === 'touch') hold.begin(placeIn(event));
    },
    onPointerMove: (event) => {
      const place = placeIn(event);
      if (event.pointerType === 'mouse' || hold.held.current) onHover(place);
      const now = press.current;
      if (now === undefined || !fingers.current.has(event.pointerId)) return;
      fingers.current.set(event.pointerId, place.x);
      if (hold.held.current) return;
      if (Math.abs(place.x - now.x) > CLICK_PX) {
        now.moved = true;
        hold.end();
      }
      move(now);
    },
    onPointerUp: (event) => {
      const clicked = press.current?.moved === false && fingers.current.has(event.pointerId);
      leave(event);
      const { x, y } = placeIn(event);
      if (clicked) onClick(x, y);
    },
    onPointerCancel: leave,
    onPointerLeave: () => {
      if (!hold.held.current) onHover(undefined);
    },
  };
};

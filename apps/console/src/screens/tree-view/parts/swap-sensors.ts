// How a tile is picked up: by mouse anywhere but on its controls and its map, by a held finger, by its handle with the keyboard; where
// arrow keys carry it.
import {
  closestCenter,
  KeyboardSensor,
  MouseSensor,
  pointerWithin,
  TouchSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import type { CollisionDetection, KeyboardCoordinateGetter, SensorDescriptor, SensorOptions } from '@dnd-kit/core';

const MOUSE_PX = 6;
const FINGER_HELD_MS = 250;
const FINGER_PX = 8;

/** The attribute of what inside a tile is dragged for itself. */
const isControl = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('button, input, select, a, [data-own-drag]') !== null;

class TileMouse extends MouseSensor {
  static override activators: typeof MouseSensor.activators = [
    {
      eventName: 'onMouseDown',
      handler: ({ nativeEvent }) => nativeEvent.button === 0 && !isControl(nativeEvent.target),
    },
  ];
}

class TileTouch extends TouchSensor {
  static override activators: typeof TouchSensor.activators = [
    {
      eventName: 'onTouchStart',
      handler: ({ nativeEvent }) => nativeEvent.touches.length === 1 && !isControl(nativeEvent.target),
    },
  ];
}

/** How many tiles on an arrow key goes; tiles stand row by row. */
const arrowStep = (code: string, columns: number): number => {
  const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns };
  return steps[code] ?? 0;
};

/** An arrow key carries the tile over its neighbour; at the edge it stays. */
const carriedBy =
  (ids: readonly string[], columns: number): KeyboardCoordinateGetter =>
  (event, { active, context }) => {
    const step = arrowStep(event.code, columns);
    const over = ids.indexOf(String(context.over?.id ?? active));
    const target = context.droppableRects.get(ids[over + step] ?? '');
    if (step === 0) return undefined;
    event.preventDefault();
    return target === undefined ? undefined : { x: target.left, y: target.top };
  };

/** What the pointer is over; without a pointer what is nearest. */
export const tileUnder: CollisionDetection = (args) =>
  args.pointerCoordinates === null ? closestCenter(args) : pointerWithin(args);

export const useSwapSensors = (ids: readonly string[], columns: number): SensorDescriptor<SensorOptions>[] =>
  useSensors(
    useSensor(TileMouse, { activationConstraint: { distance: MOUSE_PX } }),
    useSensor(TileTouch, { activationConstraint: { delay: FINGER_HELD_MS, tolerance: FINGER_PX } }),
    useSensor(KeyboardSensor, { coordinateGetter: carriedBy(ids, columns) }),
  );

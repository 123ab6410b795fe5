// One live picture of a calibration with its canvas over it: draws the points, and lets pointers and fingers drag them.
import { CALIBRATION_PICTURE, type PicturePoint } from '@outrider/contract';
import { useEffect, useRef, useState } from 'react';
import type { PointerEvent, ReactElement, RefObject } from 'react';
import { useLocation } from 'react-router';
import { t } from '../../../../lib/i18n.ts';
import { LiveTile } from '../../../../player/live-tile.tsx';
import styles from './calibration.module.css';
import { drawLoupe, drawOverlay } from './drawing.ts';
import { grabbed, movedTo } from './handles.ts';
import type { CalibrationView } from './views.ts';

type Points = readonly PicturePoint[];
export type StageProps = {
  deviceId: string;
  view: CalibrationView;
  /** What is drawn, and how it may be changed; without `onMove` the stored ones are only shown. */
  points: Points;
  stored: Points;
  chosen: number | undefined;
  onChoose?: (index: number) => void;
  onMove?: (points: Points) => void;
  addresses: readonly string[];
  /** 'Before' or 'After', where both are there. */
  side?: string | undefined;
};

/** What is being dragged, and how far from its middle it was taken. */
type Drag = { index: number; offset: PicturePoint; finger: boolean };

const { width, height } = CALIBRATION_PICTURE;

/** How large a pixel of the picture is seen, as long as the canvas is there. */
const useScale = (canvas: RefObject<HTMLCanvasElement | null>): number => {
  const [scale, setScale] = useState(1);
  useEffect(() => {
    if (canvas.current === null) return undefined;
    const observer = new ResizeObserver(([entry]) => {
      if (entry !== undefined && entry.contentRect.width > 0) setScale(entry.contentRect.width / width);
    });
    observer.observe(canvas.current);
    return () => observer.disconnect();
  }, [canvas]);
  return scale;
};

/** The place of the picture under a pointer. */
const placeOf = ({ currentTarget, clientX, clientY }: PointerEvent<HTMLCanvasElement>): PicturePoint => {
  const box = currentTarget.getBoundingClientRect();
  return [((clientX - box.left) / box.width) * width, ((clientY - box.top) / box.height) * height];
};

/** The picture below the canvas, where it can be copied. */
const pictureUnder = (canvas: HTMLCanvasElement): HTMLCanvasElement | undefined => {
  const picture = canvas.parentElement?.querySelector<HTMLCanvasElement>('canvas:not([data-marks])');
  return picture !== null && picture !== undefined && picture.width > 0 ? picture : undefined;
};

const useDrag = ({ view, points, onChoose, onMove }: StageProps, scale: number) => {
  const [drag, setDrag] = useState<Drag>();
  const end = (): void => setDrag(undefined);
  return {
    drag,
    on: {
      onPointerDown: (event: PointerEvent<HTMLCanvasElement>): void => {
        const press = placeOf(event);
        const index = onMove === undefined ? undefined : grabbed(view.handles, points, press, scale);
        const point = index === undefined ? undefined : points[index];
        if (index === undefined || point === undefined) return;
        // The focus goes to the button of what was taken, where arrows move it on.
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
        setDrag({
          index,
          offset: [point[0] - press[0], point[1] - press[1]],
          finger: event.pointerType === 'touch',
        });
        onChoose?.(index);
      },
      onPointerMove: (event: PointerEvent<HTMLCanvasElement>): void => {
        if (drag === undefined) return;
        const [x, y] = placeOf(event);
        onMove?.(movedTo(view.handles, points, drag.index, [x + drag.offset[0], y + drag.offset[1]]));
      },
      onPointerUp: end,
      onPointerCancel: end,
      onLostPointerCapture: end,
    },
  };
};

const Marks = (props: StageProps): ReactElement => {
  const { view, points, stored, chosen, onMove } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  const scale = useScale(canvas);
  const { drag, on } = useDrag(props, scale);
  const editable = onMove !== undefined;
  useEffect(() => {
    const pen = canvas.current?.getContext('2d');
    if (canvas.current === null || pen === null || pen === undefined) return;
    drawOverlay(pen, { view, points, stored, editable, chosen, scale });
    const at = drag?.finger === true ? points[drag.index] : undefined;
    const picture = pictureUnder(canvas.current);
    if (at !== undefined && picture !== undefined) drawLoupe(pen, picture, at);
  }, [view, points, stored, editable, chosen, scale, drag]);
  return (
    <canvas
      ref={canvas}
      width={width}
      height={height}
      data-marks={editable ? 'after' : 'before'}
      data-points={points.map((point) => point.join(',')).join(' ')}
      className={editable ? styles.marks : styles.still}
      {...(editable && on)}
    >
      {t('Points on the picture')}
    </canvas>
  );
};

export const Stage = (props: StageProps): ReactElement => {
  const { deviceId, view, addresses, side } = props;
  // What was set stays while nobody is there; the picture of the vehicle does not run on.
  if (useLocation().pathname === '/idle') return <div className={styles.stage} />;
  return (
    <div className={styles.stage}>
      <LiveTile
        deviceId={deviceId}
        channel={view.channel}
        device={side ?? view.name}
        name={t('Channel {number}', { number: view.channel })}
        addresses={addresses}
        stream="main"
        controls={false}
        over={<Marks {...props} />}
        active={false}
        onActive={() => {}}
      />
    </div>
  );
};

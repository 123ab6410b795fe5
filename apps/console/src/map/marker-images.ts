// The pictures of markers and clusters, painted on canvases: the shapes of ui/state-glyph.tsx, larger and with an outline, so
// that they stand out on any ground. Pixels only; which marker shows which picture is device-layer.ts.
import type { StateKind } from '../ui/state-glyph.tsx';
import type { Palette } from './palette.ts';

/** Painted at twice the size they are shown at. */
export const PIXEL_RATIO = 2;
const SIDE = 30;
const CLUSTER_SIDE = 46;

export type Picture = { width: number; height: number; data: Uint8ClampedArray };

const canvasOf = (side: number): CanvasRenderingContext2D | undefined => {
  const canvas = document.createElement('canvas');
  canvas.width = side * PIXEL_RATIO;
  canvas.height = side * PIXEL_RATIO;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (context === null) return undefined;
  context.scale(PIXEL_RATIO, PIXEL_RATIO);
  context.translate(side / 2, side / 2);
  context.lineJoin = 'round';
  return context;
};

const pictureOf = (context: CanvasRenderingContext2D | undefined): Picture => {
  if (context === undefined) return { width: 1, height: 1, data: new Uint8ClampedArray(4) };
  const { width, height } = context.canvas;
  return { width, height, data: context.getImageData(0, 0, width, height).data };
};

/** A picture of `side` px with the middle at 0, 0; `paint` draws it. */
export const paintPicture = (side: number, paint: (context: CanvasRenderingContext2D) => void): Picture => {
  const context = canvasOf(side);
  if (context !== undefined) paint(context);
  return pictureOf(context);
};

const circle = (radius: number): Path2D => {
  const path = new Path2D();
  path.arc(0, 0, radius, 0, Math.PI * 2);
  return path;
};

const arrow = (): Path2D => new Path2D('M0 -11 L8.2 9.2 L0 5.2 L-8.2 9.2 Z');
const triangle = (): Path2D => new Path2D('M0 -10.4 L11 8.6 L-11 8.6 Z');

/** A filled shape with an outline that lifts it off the ground. */
const fill = (context: CanvasRenderingContext2D, path: Path2D, colour: string, outline: string): void => {
  context.shadowColor = 'rgba(0, 0, 0, 0.35)';
  context.shadowBlur = 3 * PIXEL_RATIO;
  context.shadowOffsetY = PIXEL_RATIO;
  context.strokeStyle = outline;
  context.lineWidth = 3.2;
  context.stroke(path);
  context.shadowColor = 'transparent';
  context.fillStyle = colour;
  context.fill(path);
};

/** A ring in the state's colour around the outline's colour. */
const hollow = (context: CanvasRenderingContext2D, colour: string, outline: string, dash: number[]): void => {
  fill(context, circle(6.4), outline, outline);
  context.setLineDash(dash);
  context.strokeStyle = colour;
  context.lineWidth = 2.8;
  context.stroke(circle(5.6));
  context.setLineDash([]);
};

const mark = (context: CanvasRenderingContext2D, colour: string): void => {
  context.strokeStyle = colour;
  context.lineWidth = 2.4;
  context.lineCap = 'round';
  context.stroke(new Path2D('M0 -4 L0 2 M0 5.6 L0 5.7'));
};

const drawState = (context: CanvasRenderingContext2D, kind: StateKind, colours: Palette): void => {
  const colour = colours.state[kind];
  switch (kind) {
    case 'driving':
      return fill(context, arrow(), colour, colours.marker);
    case 'idle':
      return fill(context, circle(6.6), colour, colours.marker);
    case 'offline':
      return hollow(context, colour, colours.marker, []);
    case 'unregistered':
      return hollow(context, colour, colours.marker, [3.4, 2.4]);
    case 'alarm':
      fill(context, triangle(), colour, colours.marker);
      return mark(context, colours.marker);
    default:
      return kind satisfies never;
  }
};

/** The picture of one state, with the ring of a recording fault or without. */
export const markerPicture = (kind: StateKind, fault: boolean, colours: Palette): Picture => {
  const context = canvasOf(SIDE);
  if (context !== undefined) {
    if (fault) {
      context.strokeStyle = colours.fault;
      context.lineWidth = 2;
      context.stroke(circle(13.4));
    }
    drawState(context, kind, colours);
  }
  return pictureOf(context);
};

/** The states a cluster's ring is made of, in the order they are drawn from the top clockwise. */
export const ringStates = [
  'alarm',
  'driving',
  'idle',
  'offline',
  'unregistered',
] as const satisfies readonly StateKind[];
/** A ring has so many parts: enough to see shares, few enough that a handful of pictures serves every cluster. */
export const RING_PARTS = 12;

/** The disc of a cluster with its ring of state shares; `parts` go with `ringStates` and add up to about RING_PARTS. */
export const clusterPicture = (parts: readonly number[], colours: Palette): Picture => {
  const context = canvasOf(CLUSTER_SIDE);
  const sum = parts.reduce((total, part) => total + part, 0);
  if (context !== undefined && sum > 0) {
    fill(context, circle(18), colours.marker, colours.marker);
    context.lineWidth = 4;
    let from = -Math.PI / 2;
    for (const [i, part] of parts.entries()) {
      const state = ringStates[i];
      if (state === undefined || part === 0) continue;
      const to = from + (part / sum) * Math.PI * 2;
      context.strokeStyle = colours.state[state];
      context.beginPath();
      context.arc(0, 0, 16.6, from, to);
      context.stroke();
      from = to;
    }
  }
  return pictureOf(context);
};

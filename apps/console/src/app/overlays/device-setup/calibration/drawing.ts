// Draws the points and lines of a calibration on its canvas, and the loupe under a finger.
import { CALIBRATION_PICTURE, type PicturePoint } from '@outrider/contract';
import type { CalibrationView } from './views.ts';

type Points = readonly PicturePoint[];
type Pen = CanvasRenderingContext2D;
const { width, height } = CALIBRATION_PICTURE;

/** Bright on pictures by day and by night, with a dark edge around it. */
const LINE = '#ffd34d';
const STORED = '#7fe0d4';
const CHOSEN = '#ffffff';
const EDGE = 'rgb(0 0 0 / 65%)';
const LIMIT = 'rgb(255 255 255 / 45%)';
const LOUPE_RADIUS = 130;
const LOUPE_ZOOM = 2.5;

const stroke = (pen: Pen, colour: string, thick: number): void => {
  pen.lineJoin = 'round';
  pen.strokeStyle = EDGE;
  pen.lineWidth = thick + 4;
  pen.stroke();
  pen.strokeStyle = colour;
  pen.lineWidth = thick;
  pen.stroke();
};

const line = (pen: Pen, from: PicturePoint, to: PicturePoint, colour: string, thick: number): void => {
  pen.beginPath();
  pen.moveTo(...from);
  pen.lineTo(...to);
  stroke(pen, colour, thick);
};

const drawArea = (pen: Pen, points: Points, colour: string, thick: number): void => {
  pen.beginPath();
  for (const [index, point] of points.entries()) {
    if (index === 0) pen.moveTo(...point);
    else pen.lineTo(...point);
  }
  pen.closePath();
  pen.globalAlpha = 0.16;
  pen.fillStyle = colour;
  pen.fill();
  pen.globalAlpha = 1;
  stroke(pen, colour, thick);
};

/** Horizon and middle through the vanishing point, the lane that leads to it, and the bonnet. */
const drawRoad = (pen: Pen, [vanishing, bonnet]: Points, colour: string, thick: number): void => {
  if (vanishing === undefined || bonnet === undefined) return;
  const [x, y] = vanishing;
  const laneHalf = width * 0.3;
  line(pen, [0, y], [width, y], colour, thick);
  line(pen, [x, 0], [x, height], colour, thick / 2);
  line(pen, vanishing, [x - laneHalf, height], colour, thick / 2);
  line(pen, vanishing, [x + laneHalf, height], colour, thick / 2);
  line(pen, [0, bonnet[1]], [width, bonnet[1]], colour, thick);
};

const drawLimits = (pen: Pen, { x, y }: CalibrationView['handles'][number]['limits']): void => {
  if (x[1] - x[0] >= width || y[1] - y[0] >= height) return;
  pen.setLineDash([14, 10]);
  pen.strokeStyle = LIMIT;
  pen.lineWidth = 3;
  pen.strokeRect(x[0], y[0], x[1] - x[0], y[1] - y[0]);
  pen.setLineDash([]);
};

const drawHandle = (pen: Pen, [x, y]: PicturePoint, chosen: boolean, size: number): void => {
  pen.beginPath();
  pen.arc(x, y, chosen ? size * 1.3 : size, 0, 2 * Math.PI);
  pen.fillStyle = chosen ? CHOSEN : LINE;
  pen.fill();
  pen.strokeStyle = EDGE;
  pen.lineWidth = size / 3;
  pen.stroke();
};

export type Overlay = {
  readonly view: CalibrationView;
  readonly points: Points;
  /** As they are stored, drawn thin below; the stored ones themselves where nothing can be dragged. */
  readonly stored: Points;
  readonly editable: boolean;
  readonly chosen: number | undefined;
  /** How large a pixel of the picture is seen. */
  readonly scale: number;
};

export const drawOverlay = (pen: Pen, { view, points, stored, editable, chosen, scale }: Overlay): void => {
  const draw = view.draws === 'area' ? drawArea : drawRoad;
  const thick = Math.min(8, 3 / scale);
  pen.clearRect(0, 0, width, height);
  if (!editable) {
    draw(pen, stored, STORED, thick);
    return;
  }
  const [first] = view.handles;
  if (first?.shape === 'point') drawLimits(pen, first.limits);
  draw(pen, points, LINE, thick);
  for (const [index, point] of points.entries()) drawHandle(pen, point, index === chosen, Math.min(24, 8 / scale));
};

/** The picture around a point, larger, in the upper corner that is farther from it. */
export const drawLoupe = (
  pen: Pen,
  picture: CanvasImageSource & { width: number; height: number },
  at: PicturePoint,
): void => {
  const [x, y] = at;
  const middle: PicturePoint = [x < width / 2 ? width - LOUPE_RADIUS - 16 : LOUPE_RADIUS + 16, LOUPE_RADIUS + 16];
  const across = (2 * LOUPE_RADIUS) / LOUPE_ZOOM;
  const toX = picture.width / width;
  const toY = picture.height / height;
  pen.save();
  pen.beginPath();
  pen.arc(...middle, LOUPE_RADIUS, 0, 2 * Math.PI);
  pen.clip();
  pen.fillStyle = '#10161c';
  pen.fill();
  pen.drawImage(
    picture,
    (x - across / 2) * toX,
    (y - across / 2) * toY,
    across * toX,
    across * toY,
    middle[0] - LOUPE_RADIUS,
    middle[1] - LOUPE_RADIUS,
    2 * LOUPE_RADIUS,
    2 * LOUPE_RADIUS,
  );
  line(pen, [middle[0] - 40, middle[1]], [middle[0] + 40, middle[1]], CHOSEN, 2);
  line(pen, [middle[0], middle[1] - 40], [middle[0], middle[1] + 40], CHOSEN, 2);
  pen.restore();
  pen.beginPath();
  pen.arc(...middle, LOUPE_RADIUS, 0, 2 * Math.PI);
  stroke(pen, CHOSEN, 4);
};

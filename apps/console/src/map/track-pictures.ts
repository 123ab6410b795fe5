// The pictures on a track: start, end, stop, event, the arrow along the way, and the vehicle that plays along it.
import { paintPicture } from './marker-images.ts';
import type { Picture } from './marker-images.ts';
import type { Palette } from './palette.ts';

/** The names under which the map asks for them. */
export const trackPictures = ['track-start', 'track-end', 'track-stop', 'track-event', 'track-direction'] as const;
export type TrackMarkKind = Exclude<(typeof trackPictures)[number], 'track-direction'>;

const SIDE = 28;
const ARROW_SIDE = 14;

const disc = (radius: number): Path2D => {
  const path = new Path2D();
  path.arc(0, 0, radius, 0, Math.PI * 2);
  return path;
};

const badge = (context: CanvasRenderingContext2D, shape: Path2D, fill: string, rim: string): void => {
  context.lineWidth = 3;
  context.strokeStyle = rim;
  context.stroke(shape);
  context.fillStyle = fill;
  context.fill(shape);
};

const letter = (context: CanvasRenderingContext2D, text: string, colour: string): void => {
  context.fillStyle = colour;
  context.font = 'bold 12px "Noto Sans", sans-serif';
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillText(text, 0, 0.5);
};

/** Marks have a shape of their own beside their colour; `line` is the colour of the whole way. */
export const trackPicture = (kind: (typeof trackPictures)[number], palette: Palette, line: string): Picture => {
  const { state, marker } = palette;
  if (kind === 'track-direction')
    return paintPicture(ARROW_SIDE, (context) => {
      context.strokeStyle = line;
      context.lineWidth = 4;
      context.stroke(new Path2D('M-2.5 -4 L2.5 0 L-2.5 4'));
      context.strokeStyle = '#ffffff';
      context.lineWidth = 2;
      context.stroke(new Path2D('M-2.5 -4 L2.5 0 L-2.5 4'));
    });
  return paintPicture(SIDE, (context) => {
    switch (kind) {
      case 'track-start':
        badge(context, disc(9.5), state.driving, marker);
        return letter(context, 'A', marker);
      case 'track-end':
        badge(context, new Path2D('M-9 -9 H9 V9 H-9 Z'), palette.ink, marker);
        return letter(context, 'B', marker);
      case 'track-stop':
        badge(context, new Path2D('M-8 -8 H8 V8 H-8 Z'), state.unregistered, marker);
        return letter(context, 'P', marker);
      case 'track-event':
        badge(context, new Path2D('M0 -10 L11 8.6 L-11 8.6 Z'), state.alarm, marker);
        return letter(context, '!', marker);
      default:
        return kind satisfies never;
    }
  });
};

/** The vehicle: an arrow that points where it heads. Turned by the map. */
export const vehicleArrow = (): HTMLElement => {
  const element = document.createElement('div');
  element.dataset.vehicle = '';
  element.style.cssText = 'width:34px;height:34px;pointer-events:none';
  element.innerHTML =
    '<svg viewBox="-17 -17 34 34" aria-hidden="true"><circle r="15" fill="var(--o-focus)" opacity=".22"/>' +
    '<path d="M0 -11 L8.2 9.2 L0 5.2 L-8.2 9.2 Z" fill="var(--o-driving)" stroke="var(--o-ground)" stroke-width="2.4" stroke-linejoin="round" paint-order="stroke"/></svg>';
  return element;
};

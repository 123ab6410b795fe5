// Camera 1 of the demo clips: a drawn driver at the wheel, seen from the dashboard. Nobody real. Loops after LOOP_S seconds.
import { LOOP_S, turn } from './loop.ts';
import { rgb } from './painter.ts';
import type { Painter, Point } from './painter.ts';

/** Draws the scene at `t` seconds. */
export const drawDriver = (p: Painter, t: number): void => {
  p.gradient(0, p.height, rgb(0x6d6a66), rgb(0x2e2c2b));
  drawWindows(p, t);
  drawSeat(p);
  drawBody(p, t);
  drawWheel(p, 0.35 * turn(t, 3) + 0.1 * turn(t, 7));
};

const drawWindows = (p: Painter, t: number): void => {
  const top = p.height * 0.1;
  const tall = p.height * 0.42;
  p.rect(p.width * 0.05, top, p.width * 0.28, tall, rgb(0xbcd6e8));
  p.rect(p.width * 0.7, top, p.width * 0.26, tall, rgb(0xbcd6e8));
  for (let i = 0; i < 9; i += 1) {
    const along = (i / 9 + (t / LOOP_S) * 3) % 1;
    const x = p.width * (-0.1 + 1.2 * along);
    const high = tall * (0.3 + 0.45 * Math.abs(Math.sin(i * 2.7)));
    const color = i % 3 === 0 ? rgb(0x5f8a53) : rgb(0x8794a0 + i * 0x050403);
    clipBox(p, x, top + tall - high, p.width * 0.09, high, color, p.width * 0.05, p.width * 0.33);
    clipBox(p, x, top + tall - high, p.width * 0.09, high, color, p.width * 0.7, p.width * 0.96);
  }
  p.rect(p.width * 0.03, top + tall, p.width * 0.32, 10, rgb(0x1d1c1c));
  p.rect(p.width * 0.68, top + tall, p.width * 0.3, 10, rgb(0x1d1c1c));
  p.polygon(
    [
      [p.width * 0.33, 0],
      [p.width * 0.37, 0],
      [p.width * 0.34, p.height * 0.6],
      [p.width * 0.31, p.height * 0.6],
    ],
    rgb(0x3a3837),
  );
};

const clipBox = (
  p: Painter,
  x: number,
  y: number,
  wide: number,
  high: number,
  color: number,
  left: number,
  right: number,
): void => {
  const from = Math.max(x, left);
  const to = Math.min(x + wide, right);
  if (to > from) p.rect(from, y, to - from, high, color);
};

const drawSeat = (p: Painter): void => {
  const cx = p.width * 0.52;
  p.ellipse(cx, p.height * 0.3, p.width * 0.1, p.height * 0.1, rgb(0x23262b));
  p.polygon(
    [
      [cx - p.width * 0.19, p.height],
      [cx - p.width * 0.15, p.height * 0.42],
      [cx + p.width * 0.15, p.height * 0.42],
      [cx + p.width * 0.19, p.height],
    ],
    rgb(0x2b2f36),
  );
};

const drawBody = (p: Painter, t: number): void => {
  const cx = p.width * (0.52 + 0.012 * turn(t, 5));
  const head = p.height * (0.34 + 0.006 * turn(t, 11));
  const look = p.width * 0.018 * turn(t, 2, 0.8);
  const body: Point[] = [
    [cx - p.width * 0.17, p.height],
    [cx - p.width * 0.155, p.height * 0.62],
    [cx - p.width * 0.06, p.height * 0.53],
    [cx + p.width * 0.06, p.height * 0.53],
    [cx + p.width * 0.155, p.height * 0.62],
    [cx + p.width * 0.17, p.height],
  ];
  p.polygon(body, rgb(0x31598c));
  p.polygon(
    [
      [cx - p.width * 0.1, p.height * 0.54],
      [cx - p.width * 0.075, p.height * 0.53],
      [cx + p.width * 0.15, p.height * 0.95],
      [cx + p.width * 0.11, p.height],
    ],
    rgb(0x1b1b1d),
  );
  p.rect(cx - p.width * 0.032, p.height * 0.44, p.width * 0.064, p.height * 0.11, rgb(0xc89a78));
  p.ellipse(cx, head, p.width * 0.07, p.height * 0.125, rgb(0xdcae8a));
  p.ellipse(cx, head - p.height * 0.075, p.width * 0.074, p.height * 0.06, rgb(0x24476b)); // cap
  p.ellipse(cx + look, head - p.height * 0.045, p.width * 0.078, p.height * 0.018, rgb(0x193552));
  const blink = t % 4 > 3.8;
  for (const side of [-1, 1]) {
    const x = cx + side * p.width * 0.026 + look;
    p.ellipse(x, head + p.height * 0.002, p.width * 0.012, blink ? 2 : p.height * 0.012, rgb(0xf4f0ea));
    p.ellipse(x + look * 0.25, head + p.height * 0.002, p.width * 0.005, blink ? 2 : p.height * 0.009, rgb(0x2a1d14));
  }
  p.ellipse(cx + look, head + p.height * 0.035, p.width * 0.008, p.height * 0.018, rgb(0xc48f6c));
  const talking = t > 8 && t < 12 ? Math.abs(turn(t, 60)) : 0.15;
  p.ellipse(cx + look, head + p.height * 0.073, p.width * 0.02, p.height * (0.004 + 0.012 * talking), rgb(0x8f4a3f));
};

const drawWheel = (p: Painter, angle: number): void => {
  const cx = p.width * 0.52;
  const cy = p.height * 1.02;
  const radius = p.width * 0.24;
  const at = (turnBy: number, share: number): Point => [
    cx + Math.sin(angle + turnBy) * radius * share,
    cy - Math.cos(angle + turnBy) * radius * share * 0.8,
  ];
  for (let i = 0; i < 160; i += 1) {
    const [x, y] = at((i / 160) * 2 * Math.PI, 1);
    p.ellipse(x, y, 15, 15, rgb(0x151618));
  }
  for (const spoke of [-1.57, 1.57, 0]) {
    const [x1, y1] = at(spoke - 0.07, 0.95);
    const [x2, y2] = at(spoke + 0.07, 0.95);
    p.polygon(
      [
        [x1, y1],
        [x2, y2],
        [cx + 14, cy],
        [cx - 14, cy],
      ],
      rgb(0x1d1f22),
    );
  }
  for (const hand of [-0.85, 0.85]) {
    const [x, y] = at(hand, 1);
    const shoulder = cx + Math.sign(hand) * p.width * 0.17;
    p.polygon(
      [
        [x - 20, y + 8],
        [x + 20, y + 8],
        [shoulder + 34, p.height * 0.78],
        [shoulder - 34, p.height * 0.72],
      ],
      rgb(0x2a4d7a),
    );
    p.ellipse(x, y, 28, 24, rgb(0xdcae8a));
  }
};

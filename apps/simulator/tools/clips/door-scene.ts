// Camera 3 of the demo clips: the street through the open front door; the vehicle slows to a halt once a loop.
import { LOOP_S, turn } from './loop.ts';
import { mix, rgb } from './painter.ts';
import type { Painter } from './painter.ts';

const WALLS = [0xb56a4f, 0xc9a36a, 0x8c9aa8, 0xa9785e, 0x9c8f7a, 0x6f8797, 0xbf8c74, 0x84806f];

/** Draws the scene at `t` seconds. */
export const drawDoor = (p: Painter, t: number): void => {
  const gone = (t / LOOP_S) * 2 - 0.155 * 2 * turn(t, 1) * 1.02; // metres in screen widths; its derivative falls to about 0
  p.gradient(0, p.height * 0.5, rgb(0x86b6dd), rgb(0xdbe9f3));
  drawSkyline(p, gone);
  drawHouses(p, gone);
  p.rect(0, p.height * 0.72, p.width, p.height * 0.12, rgb(0xb7b4ab));
  drawKerb(p, gone);
  drawWalkers(p, t, gone);
  drawFrame(p, t);
};

const drawSkyline = (p: Painter, gone: number): void => {
  for (let i = 0; i < 14; i += 1) {
    const x = wrap(i / 14 - gone * 0.25 * 2, 1) * p.width * 1.2 - p.width * 0.1;
    const high = p.height * (0.12 + 0.14 * Math.abs(Math.sin(i * 1.9)));
    p.rect(x, p.height * 0.5 - high, p.width * 0.075, high, rgb(0xa9bccb));
  }
};

const drawHouses = (p: Painter, gone: number): void => {
  for (const [i, wall] of WALLS.entries()) {
    const x = wrap(i / WALLS.length - gone, 1) * p.width * 1.6 - p.width * 0.3;
    const high = p.height * (0.34 + 0.12 * Math.abs(Math.sin(i * 2.3)));
    const top = p.height * 0.72 - high;
    p.rect(x, top, p.width * 0.195, high, rgb(wall));
    p.rect(x, top - 8, p.width * 0.195, 12, mix(rgb(wall), rgb(0x000000), 0.35));
    for (let w = 0; w < 6; w += 1) {
      const left = x + p.width * (0.02 + 0.06 * (w % 3));
      p.rect(
        left,
        top + p.height * (0.04 + 0.12 * Math.floor(w / 3)),
        p.width * 0.035,
        p.height * 0.07,
        (w + i) % 4 === 0 ? rgb(0xf0d98a) : rgb(0x43535f),
      );
    }
    p.rect(x + p.width * 0.02, p.height * 0.62, p.width * 0.15, p.height * 0.1, rgb(0x33302d));
    p.rect(
      x + p.width * 0.01,
      p.height * 0.59,
      p.width * 0.17,
      p.height * 0.03,
      i % 2 === 0 ? rgb(0x9d3b34) : rgb(0x2f6d5b),
    );
  }
};

const drawKerb = (p: Painter, gone: number): void => {
  p.rect(0, p.height * 0.84, p.width, p.height * 0.02, rgb(0x8d8a82));
  p.rect(0, p.height * 0.86, p.width, p.height * 0.14, rgb(0x55585b));
  for (let i = 0; i < 10; i += 1) {
    const x = wrap(i / 10 - gone * 2, 1) * p.width * 1.2 - p.width * 0.1;
    p.rect(x, p.height * 0.84, p.width * 0.06, p.height * 0.02, i % 2 === 0 ? rgb(0xd9c64a) : rgb(0x3c3c3a));
    p.rect(x, p.height * 0.93, p.width * 0.05, p.height * 0.014, rgb(0xe9e9e4));
  }
};

const drawWalkers = (p: Painter, t: number, gone: number): void => {
  const coats = [0x38507a, 0x7a3a52, 0x3d6b4a, 0x8a6a35];
  for (const [i, coat] of coats.entries()) {
    const x =
      wrap(i / coats.length + 0.1 - gone + ((i % 2 === 0 ? 1 : -1) * t) / LOOP_S, 1) * p.width * 1.6 - p.width * 0.3;
    const foot = p.height * (0.78 + 0.012 * i);
    const step = 14 * turn(t, 26, i);
    const tall = p.height * 0.16;
    p.polygon(
      [
        [x - 7, foot - tall * 0.45],
        [x + 3, foot - tall * 0.45],
        [x + step + 4, foot],
        [x + step - 6, foot],
      ],
      rgb(0x22252b),
    );
    p.polygon(
      [
        [x - 3, foot - tall * 0.45],
        [x + 7, foot - tall * 0.45],
        [x - step + 6, foot],
        [x - step - 4, foot],
      ],
      rgb(0x2a2d34),
    );
    p.ellipse(x, foot - tall * 0.62, 15, tall * 0.24, rgb(coat));
    p.ellipse(x, foot - tall * 0.95, 10, 12, rgb(0xdcae8a));
  }
};

const drawFrame = (p: Painter, t: number): void => {
  const dark = rgb(0x24272b);
  p.rect(0, 0, p.width * 0.12, p.height, dark);
  p.rect(p.width * 0.9, 0, p.width * 0.1, p.height, dark);
  p.rect(0, 0, p.width, p.height * 0.05, dark);
  p.rect(p.width * 0.12, 0, 8, p.height, rgb(0x4a4f55));
  p.rect(p.width * 0.9 - 8, 0, 8, p.height, rgb(0x4a4f55));
  const shake = 2 * turn(t, 31);
  p.rect(p.width * 0.16 + shake, p.height * 0.08, 18, p.height * 0.92, rgb(0xd8b32e)); // grab rail
  p.rect(p.width * 0.84 + shake, p.height * 0.3, 18, p.height * 0.7, rgb(0xd8b32e));
  p.rect(p.width * 0.12, p.height * 0.97, p.width * 0.78, p.height * 0.03, rgb(0x3b3f45));
};

const wrap = (value: number, length: number): number => ((value % length) + length) % length;

// Camera 4 of the demo clips: the cabin from the front in infrared grey, seats in rows and street light sweeping through.
import { LOOP_S, turn } from './loop.ts';
import { mix, rgb } from './painter.ts';
import type { Painter } from './painter.ts';

const ROWS = 5;

/** Draws the scene at `t` seconds. */
export const drawCabin = (p: Painter, t: number): void => {
  p.gradient(0, p.height * 0.35, rgb(0x3c4043), rgb(0x565b5f));
  p.gradient(p.height * 0.35, p.height, rgb(0x4a4e51), rgb(0x2a2c2e));
  drawShell(p, t);
  for (let row = ROWS - 1; row >= 0; row -= 1) drawRow(p, t, row);
  p.rect(p.width * 0.47, p.height * 0.02, p.width * 0.06, p.height * 0.05, rgb(0xcfd3d6));
};

const drawShell = (p: Painter, t: number): void => {
  const far = { left: p.width * 0.38, right: p.width * 0.62, top: p.height * 0.24, bottom: p.height * 0.5 };
  p.rect(far.left, far.top, far.right - far.left, far.bottom - far.top, rgb(0x6b7175));
  p.rect(far.left + 20, far.top + 14, far.right - far.left - 40, (far.bottom - far.top) * 0.5, rgb(0xb9c0c5));
  for (let i = 0; i < 5; i += 1) {
    const near = i / 5;
    const next = (i + 0.85) / 5;
    for (const side of [-1, 1]) {
      const x1 = p.width / 2 + side * p.width * (0.14 + 0.42 * near);
      const x2 = p.width / 2 + side * p.width * (0.14 + 0.42 * next);
      const tall = (at: number): readonly [number, number] => [
        p.height * (0.27 - 0.17 * at),
        p.height * (0.4 + 0.16 * at),
      ];
      const [t1, b1] = tall(near);
      const [t2, b2] = tall(next);
      const sweep = Math.max(0, turn(t, 6, side * 0.6 + i * 0.9)) ** 3;
      p.polygon(
        [
          [x1, t1],
          [x2, t2],
          [x2, b2],
          [x1, b1],
        ],
        mix(rgb(0x5d666d), rgb(0xe6eaec), sweep),
      );
    }
  }
  const aisle = (t / LOOP_S) * 10;
  for (let i = 0; i < 12; i += 1) {
    const z = 12 - ((i + aisle) % 12);
    const y = p.height * (0.5 + 0.5 / (z * 0.9 + 0.1));
    p.rect(p.width * 0.5 - 60 / z, y, 120 / z, 5 / z + 1, rgb(0x83898d));
  }
};

const drawRow = (p: Painter, t: number, row: number): void => {
  const scale = 1 / (0.75 + row * 0.55);
  const y = p.height * (0.42 + 0.42 * scale);
  const sweep = Math.max(0, turn(t, 6, row * 0.9)) ** 3 * 0.4;
  for (const side of [-1, 1]) {
    for (const place of [0, 1]) {
      const x = p.width / 2 + side * p.width * (0.13 + 0.145 * place) * scale * 1.35;
      const wide = p.width * 0.16 * scale;
      const tall = p.height * 0.36 * scale;
      const kind = row * 4 + place * 2 + (side > 0 ? 1 : 0);
      if (kind % 3 === 1) drawPassenger(p, t, x, y - tall * 0.9, scale, kind);
      const cloth = mix(rgb(0x3a3f45), rgb(0xaab0b5), sweep);
      p.rect(x - wide / 2, y - tall * 0.8, wide, tall, cloth);
      p.ellipse(x, y - tall * 0.8, wide / 2, tall * 0.14, cloth);
      p.rect(x - wide * 0.42, y - tall * 0.75, wide * 0.84, tall * 0.9, mix(cloth, rgb(0x000000), 0.25));
      p.rect(x - wide * 0.3, y - tall * 0.7, wide * 0.6, tall * 0.04, mix(cloth, rgb(0xffffff), 0.35));
    }
  }
};

const drawPassenger = (p: Painter, t: number, x: number, y: number, scale: number, kind: number): void => {
  const nod = 12 * scale * turn(t, 4 + (kind % 3), kind);
  const lean = 14 * scale * turn(t, 3 + (kind % 2), kind * 2);
  p.ellipse(x + lean, y + 44 * scale, 66 * scale, 60 * scale, rgb(0x7b8186));
  p.ellipse(x + lean, y - 30 * scale + nod, 34 * scale, 42 * scale, rgb(0xc4c8cb));
  p.ellipse(x + lean, y - 50 * scale + nod, 35 * scale, 26 * scale, rgb(0x4c5054));
};

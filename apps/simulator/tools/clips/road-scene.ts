// Camera 2 of the demo clips: the road ahead, with hills, trees, lane dashes and a car in front. Loops after LOOP_S seconds.
import { LOOP_S, turn } from './loop.ts';
import { mix, rgb } from './painter.ts';
import type { Painter } from './painter.ts';

const TREE_GAP = 4;
const TREES = 12;
const SPEED = (TREE_GAP * TREES) / LOOP_S; // whole rows of trees pass in a loop, so its end meets its start

/** Draws the scene at `t` seconds. */
export const drawRoad = (p: Painter, t: number): void => {
  const bend = 0.9 * turn(t, 1) + 0.4 * turn(t, 2, 1);
  const horizon = p.height * (0.42 + 0.004 * turn(t, 23));
  p.gradient(0, horizon, rgb(0x4f8fd0), rgb(0xcfe3f2));
  drawClouds(p, t);
  drawHills(p, horizon, bend);
  drawGround(p, t, horizon, bend);
  for (let i = TREES - 1; i >= 0; i -= 1) {
    const z = ((((i * TREE_GAP - SPEED * t) % (TREES * TREE_GAP)) + TREES * TREE_GAP) % (TREES * TREE_GAP)) + 1.1;
    drawTree(p, horizon, bend, z, i % 2 === 0 ? -1 : 1, i);
  }
  drawCarAhead(p, t, horizon, bend);
  p.gradient(p.height * 0.93, p.height, rgb(0x20242a), rgb(0x08090b)); // the bonnet
  p.ellipse(p.width / 2, p.height * 0.95, p.width * 0.46, p.height * 0.05, rgb(0x2a3038));
};

const roadCentre = (p: Painter, bend: number, z: number): number => p.width / 2 + (bend * z * z * p.width) / 900;

const drawClouds = (p: Painter, t: number): void => {
  for (let i = 0; i < 5; i += 1) {
    const x = (((i * 0.27 + (t / LOOP_S) * 1.35) % 1.35) - 0.17) * p.width;
    const y = p.height * (0.08 + 0.05 * (i % 3));
    for (let k = -1; k <= 1; k += 1) p.ellipse(x + k * 40, y + Math.abs(k) * 8, 52, 20, rgb(0xf0f5fa));
  }
};

const drawHills = (p: Painter, horizon: number, bend: number): void => {
  for (let x = 0; x < p.width; x += 2) {
    const u = x / p.width + bend * 0.12;
    const far = horizon - p.height * (0.07 + 0.03 * Math.sin(u * 9) + 0.015 * Math.sin(u * 23));
    const near = horizon - p.height * (0.03 + 0.02 * Math.sin(u * 6 + 2) + 0.01 * Math.sin(u * 31));
    p.rect(x, far, 2, horizon - far, rgb(0x7d9bb5));
    p.rect(x, near, 2, horizon - near, rgb(0x4f7a5a));
  }
};

const drawGround = (p: Painter, t: number, horizon: number, bend: number): void => {
  const depth = p.height - horizon;
  for (let row = Math.ceil(horizon); row < p.height; row += 1) {
    const z = depth / (row - horizon + 1);
    const half = (p.width * 0.62) / z;
    const centre = roadCentre(p, bend, Math.min(z, 14));
    const phase = z + SPEED * t;
    const fog = Math.min(0.8, z / 40);
    const grass = Math.floor(phase / 2) % 2 === 0 ? rgb(0x5e8f3e) : rgb(0x679a45);
    p.span(row, 0, p.width, mix(grass, rgb(0xb9cfc4), fog));
    p.span(row, centre - half * 1.08, centre + half * 1.08, mix(rgb(0xd8d8d0), rgb(0xb9cfc4), fog));
    p.span(row, centre - half, centre + half, mix(rgb(0x54585c), rgb(0xb9cfc4), fog));
    p.span(row, centre - half * 0.94, centre - half * 0.9, rgb(0xf2f2ee));
    p.span(row, centre + half * 0.9, centre + half * 0.94, rgb(0xf2f2ee));
    if (phase % 2 < 1) p.span(row, centre - half * 0.36, centre - half * 0.32, rgb(0xf5d76a));
    if (phase % 2 < 1) p.span(row, centre + half * 0.28, centre + half * 0.31, rgb(0xf2f2ee));
  }
};

const drawTree = (p: Painter, horizon: number, bend: number, z: number, side: number, kind: number): void => {
  const depth = p.height - horizon;
  const size = depth / z;
  const x = roadCentre(p, bend, Math.min(z, 14)) + (side * p.width * 0.95) / z;
  const y = horizon + size;
  const fog = Math.min(0.75, z / 42);
  const leaf = mix(kind % 3 === 0 ? rgb(0x2f6b34) : rgb(0x3f7f3a), rgb(0xb9cfc4), fog);
  p.rect(x - size * 0.04, y - size * 0.9, size * 0.08, size * 0.9, mix(rgb(0x5b4630), rgb(0xb9cfc4), fog));
  if (kind % 4 === 3) {
    p.rect(x - size * 0.02, y - size * 1.8, size * 0.04, size * 1.8, mix(rgb(0x8b8f94), rgb(0xb9cfc4), fog)); // lamp
    p.rect(x - (side > 0 ? size * 0.5 : 0), y - size * 1.8, size * 0.5, size * 0.05, rgb(0x8b8f94));
    return;
  }
  p.ellipse(x, y - size * 1.15, size * 0.42, size * 0.5, leaf);
  p.ellipse(x - size * 0.1, y - size * 1.3, size * 0.24, size * 0.28, mix(leaf, rgb(0xffffff), 0.12));
};

const drawCarAhead = (p: Painter, t: number, horizon: number, bend: number): void => {
  const z = 4.2 + 1.4 * turn(t, 1, 2);
  const size = (p.height - horizon) / z;
  const x = roadCentre(p, bend, z) + (p.width * (-0.02 + 0.03 * turn(t, 3))) / z;
  const y = horizon + size;
  const wide = size * 0.75;
  p.ellipse(x, y, wide * 0.6, size * 0.08, rgb(0x35383b));
  p.rect(x - wide * 0.42, y - size * 0.1, wide * 0.18, size * 0.12, rgb(0x111214));
  p.rect(x + wide * 0.24, y - size * 0.1, wide * 0.18, size * 0.12, rgb(0x111214));
  p.rect(x - wide / 2, y - size * 0.45, wide, size * 0.38, rgb(0xa33030));
  const roof = y - size * 0.75;
  const back = y - size * 0.44;
  p.polygon(
    [
      [x - wide * 0.36, roof],
      [x + wide * 0.36, roof],
      [x + wide * 0.48, back],
      [x - wide * 0.48, back],
    ],
    rgb(0x8d2727),
  );
  p.polygon(
    [
      [x - wide * 0.3, roof + size * 0.06],
      [x + wide * 0.3, roof + size * 0.06],
      [x + wide * 0.4, back],
      [x - wide * 0.4, back],
    ],
    rgb(0x27323d),
  );
  const braking = turn(t, 1, 2 + Math.PI / 2) < -0.3;
  const lamp = braking ? rgb(0xff4a3a) : rgb(0xc22a22);
  p.rect(x - wide * 0.48, y - size * 0.38, wide * 0.16, size * 0.1, lamp);
  p.rect(x + wide * 0.32, y - size * 0.38, wide * 0.16, size * 0.1, lamp);
  p.rect(x - wide * 0.14, y - size * 0.24, wide * 0.28, size * 0.1, rgb(0xe8e8e2));
};

// How far a drag over a live picture goes back. Pure.

/** A press that moves less is a click. */
const BEGIN_PX = 24;
const PX_A_SECOND = 4;
/** In steps, so that not each pixel seeks. */
const STEP_S = 5;
const LEAST_S = 10;

/** Pixels to the right are time back, in steps of five seconds, at least ten. Undefined: not yet a drag. `begun`: it was one already. */
export const backMs = (px: number, begun: boolean): number | undefined => {
  if (!begun && px < BEGIN_PX) return undefined;
  const seconds = Math.round(px / PX_A_SECOND / STEP_S) * STEP_S;
  return Math.max(LEAST_S, seconds) * 1000;
};

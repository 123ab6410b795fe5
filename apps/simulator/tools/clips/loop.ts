// The clock of the demo clips: everything that moves repeats after LOOP_S seconds, so that a clip can be looped unseen.

export const LOOP_S = 20;

/** A sine with `times` whole turns in a loop, shifted by `shift` radians. */
export const turn = (t: number, times: number, shift = 0): number =>
  Math.sin((t / LOOP_S) * times * 2 * Math.PI + shift);

// Puts the frames of a channel on the server's timeline: its clock at the first packet, the packets' own times from there. Pure.

/** More than this between packet time and server clock, and the timeline starts anew from the server clock. */
const MAX_DRIFT_MS = 5000;

export type Placed = { timeMs: number; /** The timeline started anew with this frame. */ anew: boolean };

export class Timeline {
  private offsetMs: number | null = null;

  /** What comes next has another time base. */
  restart(): void {
    this.offsetMs = null;
  }

  place(frame: { presentationUs: number; captureMs: number; discontinuity: boolean }): Placed {
    const presentedMs = frame.presentationUs / 1000;
    const known = frame.discontinuity ? null : this.offsetMs;
    if (known !== null && Math.abs(known + presentedMs - frame.captureMs) <= MAX_DRIFT_MS)
      return { timeMs: Math.round(known + presentedMs), anew: false };
    this.offsetMs = frame.captureMs - presentedMs;
    return { timeMs: frame.captureMs, anew: true };
  }
}

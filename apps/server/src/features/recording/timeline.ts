// Puts the frames of a channel on the server's timeline: its clock at the first packet, the packets' own times from there. Pure.

/** More than this between packet time and server clock, and the timeline starts over from the server clock. */
const MAX_DRIFT_MS = 5000;

/** A burst may have run ahead of the server clock: so far, what starts over goes on behind it instead of going back. */
const MAX_AHEAD_MS = 2 * MAX_DRIFT_MS;

export type Placed = { timeMs: number; /** The timeline started over with this frame. */ restarted: boolean };

export class Timeline {
  private offsetMs: number | null = null;
  private lastMs = Number.NEGATIVE_INFINITY;

  /** What comes next has another time base. */
  restart(): void {
    this.offsetMs = null;
  }

  place(frame: { presentationUs: number; captureMs: number; discontinuity: boolean }): Placed {
    const { captureMs } = frame;
    const presentedMs = frame.presentationUs / 1000;
    const known = frame.discontinuity ? null : this.offsetMs;
    const driftMs = known === null ? Infinity : Math.abs(known + presentedMs - captureMs);
    const restarted = driftMs > MAX_DRIFT_MS;
    // Who drifted slowly is set right; after a jump nothing speaks against going straight on.
    const ahead = driftMs > MAX_AHEAD_MS && this.lastMs >= captureMs && this.lastMs - captureMs <= MAX_AHEAD_MS;
    const timeMs = restarted ? (ahead ? this.lastMs + 1 : captureMs) : Math.round((known ?? 0) + presentedMs);
    if (restarted) this.offsetMs = timeMs - presentedMs;
    this.lastMs = restarted ? timeMs : Math.max(this.lastMs, timeMs);
    return { timeMs, restarted };
  }
}
